/** The message is one sentence: what is missing and how to get it. */
export class StartupError extends Error {}
