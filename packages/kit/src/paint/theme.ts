/** Dark ground with light type, or the reverse. */
export type Theme = 'DARK' | 'LIGHT'
