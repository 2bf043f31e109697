/** The message tells the operator what is wrong and, where possible, what to do. */
export class StartupError extends Error {}
