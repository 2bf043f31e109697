export const register = 'POST /auth/register' as const
export const login = 'POST /auth/login' as const
export const logout = 'POST /auth/logout' as const
export const me = 'GET /auth/me' as const
