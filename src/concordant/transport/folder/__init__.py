"""A shared folder or a USB stick: one module with the names, one end for each role."""
