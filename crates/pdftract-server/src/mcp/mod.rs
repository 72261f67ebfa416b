//! The Model Context Protocol: documents below chosen folders for agents.
