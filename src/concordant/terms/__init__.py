"""What anybody may know: the charter, the roster, how a row becomes numbers. No secret."""
