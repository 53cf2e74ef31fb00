using System.Security.Cryptography;

namespace Journal.Log.Hashing;

/// <summary>The root over many leaf hashes, its nodes hashed sixteen at a time where the processor can. It belongs to one thread.</summary>
internal sealed class ManyNodes
{
    private const int HashBytes = SHA256.HashSizeInBytes;
    private const int NodeBytes = 1 + (2 * HashBytes);

    private readonly ManyHashes _many = new();
    private readonly byte[] _node = new byte[2 * Sha256Lanes.BlockBytes + HashBytes];

    /// <param name="hashes">Those of the leaves, one after another; overwritten.</param>
    /// <param name="root">Takes the root of RFC 6962.</param>
    public void Root(Span<byte> hashes, Span<byte> root)
    {
        if (hashes.IsEmpty)
        {
            SHA256.HashData([], root);
            return;
        }

        _node[0] = 1;
        for (var count = hashes.Length / HashBytes; count > 1; count = (count + 1) / 2)
        {
            for (var pair = 0; pair < count / 2; pair++)
            {
                // A node's hash never lands on leaves that are still to be read: it lies left of them.
                hashes.Slice(2 * pair * HashBytes, 2 * HashBytes).CopyTo(_node.AsSpan(1));
                _many.Add(_node, NodeBytes, hashes, pair * HashBytes);
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
