/** Stops the start of a server or command; the message is one clear line for the person at the terminal. */
export class StartError extends Error {}
