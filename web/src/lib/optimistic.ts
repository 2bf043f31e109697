import type { MutationFunctionContext, QueryKey } from '@tanstack/react-query'

/**
 * For useMutation: a query shows at once what its data will be, shows what it was where the call fails, and is fetched anew
 * at the end. Of several calls at a time only the last to end does so: what the others know is not the whole.
 */
export function optimistic<Data, Input>(queryKey: QueryKey, update: (data: Data, input: Input) => Data) {
  const isLast = ({ client }: MutationFunctionContext) =>
    client.isMutating({ mutationKey: queryKey, exact: true }) === 1
  return {
    mutationKey: queryKey,
    async onMutate(input: Input, { client }: MutationFunctionContext): Promise<Data | undefined> {
      const before = client.getQueryData<Data>(queryKey)
      // What was asked for before the call knows nothing of it.
      if (before !== undefined) await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData<Data>(queryKey, (data) => data && update(data, input))
      return before
    },
    onError(_error: Error, _input: Input, before: unknown, context: MutationFunctionContext): void {
      if (isLast(context)) context.client.setQueryData(queryKey, before)
    },
    onSettled(
      _result: unknown,
      _error: unknown,
      _input: Input,
      _before: unknown,
      context: MutationFunctionContext,
    ): void {
      if (isLast(context)) void context.client.invalidateQueries({ queryKey, exact: true })
    },
  }
}
