/** Every address that is a page. The server sends the dashboard for these and for nothing else. */
export const PAGE_PATHS = ['/', '/claim', '/signin', '/batches', '/batches/:id', '/new'] as const
