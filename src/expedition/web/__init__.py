"""The server: HTTP and WebSocket over the tables, and the page that it serves."""
