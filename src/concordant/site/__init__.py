"""What runs inside one data holder, next to its rows and its secret basis."""
