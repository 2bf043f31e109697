import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../../lib/router.js'

function tokenIn(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || undefined
}

/** Removes the token from the address on mount, so that history and referrers do not keep it. */
export function useMailedToken(): string | undefined {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const arrived = tokenIn(hash)
  const [token, setToken] = useState(arrived)
  if (arrived && arrived !== token) setToken(arrived)
  useEffect(() => {
    if (arrived) void navigate(pathname + search, { replace: true })
  }, [arrived, navigate, pathname, search])
  return arrived ?? token
}
