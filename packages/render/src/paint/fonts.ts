/** The typographic voices a template can speak with. */
export const FONT_STYLES = ['MODERN', 'GROTESK', 'SERIF', 'CONDENSED', 'MONO'] as const

/** One of the typographic voices. */
export type FontStyle = (typeof FONT_STYLES)[number]

/** The two weights in use: DISPLAY for titles, TEXT for everything beside them. */
export type FontRole = 'DISPLAY' | 'TEXT'
