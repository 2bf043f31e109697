export const paths = {
  register: 'POST /auth/register',
  login: 'POST /auth/login',
  logout: 'POST /auth/logout',
  me: 'GET /auth/me',
} as const
