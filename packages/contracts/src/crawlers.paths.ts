export const paths = {
  robots: 'GET /robots.txt',
  sitemap: 'GET /sitemap.xml',
  securityContact: 'GET /.well-known/security.txt',
} as const
