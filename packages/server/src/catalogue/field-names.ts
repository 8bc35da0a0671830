/** How a field is called where the request came from: a batch says `artist.artworkUrl` for our `imageUrl`. */
export type FieldNames = (field: string) => string

/** The field as the catalogue's own calls name it. */
export const asSent: FieldNames = (field) => field
