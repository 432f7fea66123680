"""The only things that cross between a site and the analyst: messages, and their bytes."""
