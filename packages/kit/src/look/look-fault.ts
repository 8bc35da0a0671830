/** What is wrong with a look: where in its JSON, what, and what to do. */
export type LookFault = { path: string; message: string; advice: string }
