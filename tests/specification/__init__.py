"""What the five specifications print, played through the product with data of our own."""
