"""What runs at the analyst, who never sees a row, a basis or the anchor."""
