import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** The part of a transport through which messages go. */
interface Channel {
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  send(message: JSONRPCMessage): Promise<void>;
}

/** Requests that came in and have no answer yet. */
export interface OpenRequests {
  /** Waits until all are answered, `timeout` milliseconds at most. */
  answered(timeout: number): Promise<void>;
}

/** Watches a channel whose receiver is already set. Subscriptions are not waited for: they stay open by design. */
export function openRequests(channel: Channel): OpenRequests {
  const open = new Set<string | number>();
  let heard: (() => void) | null = null;
  const settle = (id: unknown): void => {
    open.delete(id as string | number);
    if (open.size === 0) heard?.();
  };
  const receive = channel.onmessage;
  channel.onmessage = (message) => {
    if ('method' in message && 'id' in message && message.method !== 'subscriptions/listen')
      open.add(message.id);
    receive?.(message);
    if ('method' in message && message.method === 'notifications/cancelled')
      settle(message.params?.requestId);
  };
  const send = channel.send.bind(channel);
  channel.send = async (message) => {
    await send(message);
    if (!('method' in message) && 'id' in message) settle(message.id);
  };
  return {
    answered: (timeout) =>
      new Promise((resolve) => {
        if (open.size === 0) return resolve();
        const timer = setTimeout(resolve, timeout);
        heard = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
