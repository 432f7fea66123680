"""The command line: words in, sentences out; the work is done in the rooms it calls."""
