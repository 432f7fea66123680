"""What anybody may know: charter, roster, rows as numbers, named models, scores. No secret."""
