"""``concordant forecast``: what a study would move, before there is one."""
