/** Something that cannot be had. The message is one sentence for a person: what is missing and how to get it. */
export class StartupError extends Error {}
