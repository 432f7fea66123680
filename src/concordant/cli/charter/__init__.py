"""``concordant charter``: draft, check, confirm and show the terms; they hold no secret."""
