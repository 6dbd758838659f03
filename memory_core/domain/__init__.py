"""Pure: values in, values out. No I/O, no clock."""
