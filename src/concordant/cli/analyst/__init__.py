"""``concordant analyst``: what runs at the analyst; nothing of the site's side is loaded."""
