using System.Runtime.InteropServices;

namespace Analyzer.Service.Features.Submit;

/// <summary>The bytes received of each client's uploads. A client without uploads is forgotten.</summary>
internal sealed class ClientBytes
{
    private readonly Dictionary<string, Share> _shares = new(StringComparer.Ordinal);

    /// <summary>For one upload; <see cref="Leave"/> ends it.</summary>
    public Share Join(string client)
    {
        lock (_shares)
        {
            ref var share = ref CollectionsMarshal.GetValueRefOrAddDefault(_shares, client, out _);
            share ??= new(client);
            share.Uploads++;
            return share;
        }
    }

    public void Leave(Share share)
    {
        lock (_shares)
        {
            if (--share.Uploads == 0)
            {
                _shares.Remove(share.Client);
            }
        }
    }

    /// <summary>The bytes of one client.</summary>
    internal sealed class Share(string client)
    {
        private long _bytes;

        public string Client => client;

        /// <summary>The uploads under way; only for <see cref="ClientBytes"/>.</summary>
        public int Uploads { get; set; }

        /// <returns>The client's bytes now.</returns>
        public long Add(long bytes) => Interlocked.Add(ref _bytes, bytes);
    }
}
