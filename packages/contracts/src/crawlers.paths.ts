export const robots = 'GET /robots.txt' as const
export const sitemap = 'GET /sitemap.xml' as const
export const securityContact = 'GET /.well-known/security.txt' as const
