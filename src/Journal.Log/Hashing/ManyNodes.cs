using System.Security.Cryptography;

namespace Journal.Log.Hashing;

/// <summary>The root over many leaf hashes; its nodes are hashed by <see cref="ManyHashes"/>. For one thread.</summary>
/// <param name="lanes">Null for the fastest. Only tests and measurements name one.</param>
internal sealed class ManyNodes(HashLanes? lanes = null)
{
    private const int HashBytes = SHA256.HashSizeInBytes;
    private const int NodeBytes = 1 + (2 * HashBytes);

    private readonly ManyHashes _many = new(lanes);

    /// <param name="hashes">The hashes of the leaves, one after another; they are overwritten.</param>
    /// <param name="root">Gets the root of RFC 6962.</param>
    public void Root(Span<byte> hashes, Span<byte> root)
    {
        if (hashes.IsEmpty)
        {
            SHA256.HashData([], root);
            return;
        }

        for (var count = hashes.Length / HashBytes; count > 1; count = (count + 1) / 2)
        {
            for (var pair = 0; pair < count / 2; pair++)
            {
                // A node's hash never overwrites leaves that are still to be read: it is left of them.
                var node = _many.Begin(NodeBytes, pair * HashBytes);
                node[0] = 1;
                hashes.Slice(2 * pair * HashBytes, 2 * HashBytes).CopyTo(node[1..]);
                _many.End(hashes);
            }

            _many.Finish(hashes);
            if (count % 2 == 1)
            {
                hashes.Slice((count - 1) * HashBytes, HashBytes).CopyTo(hashes[(count / 2 * HashBytes)..]);
            }
        }

        hashes[..HashBytes].CopyTo(root);
    }
}
