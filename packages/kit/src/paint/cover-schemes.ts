/** Colours of a drawn cover. `ink` is readable on `ground` (a test holds it to 7:1). */
export type CoverScheme = {
  ground: string
  ink: string
  /** Main field, second field, and a quiet third. */
  fields: readonly [string, string, string]
}

/** Schemes mixed by hand; a generator finds pleasant hues, but not proportions. */
export const COVER_SCHEMES: readonly CoverScheme[] = [
  { ground: '#0f1226', ink: '#f8efe3', fields: ['#ff5a36', '#ffb35c', '#34388a'] },
  { ground: '#ece5d8', ink: '#14222b', fields: ['#1d4656', '#d9623c', '#e9b44c'] },
  { ground: '#1a0f24', ink: '#fbeef5', fields: ['#b05fd6', '#f4a6c1', '#4a2a78'] },
  { ground: '#0e1f1a', ink: '#f0f5e6', fields: ['#2f8560', '#cfe36a', '#17493c'] },
  { ground: '#efe9df', ink: '#171513', fields: ['#d8281f', '#1c1a19', '#cfc4b1'] },
  { ground: '#152cb0', ink: '#f8f4ea', fields: ['#f4efe2', '#ff7d5c', '#0c1a74'] },
  { ground: '#f3d9ba', ink: '#2a1a2c', fields: ['#e06a43', '#7c3a58', '#2d2a4c'] },
  { ground: '#0f1314', ink: '#eef4f1', fields: ['#9fe8d0', '#2c746f', '#e9f6ef'] },
  { ground: '#f0ad33', ink: '#1b1309', fields: ['#1d1916', '#d3452a', '#f8d992'] },
  { ground: '#dfe8ee', ink: '#11203a', fields: ['#2b5093', '#8cb6dc', '#f6dccf'] },
  { ground: '#2a0d14', ink: '#fbeee4', fields: ['#e8425a', '#f6b08c', '#6a1a33'] },
  { ground: '#191a1c', ink: '#f3f1ec', fields: ['#e9e5dc', '#8b8d92', '#3a3c40'] },
]
