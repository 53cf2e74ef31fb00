using System.Buffers;
using System.Buffers.Text;
using System.Text;
using Journal.Log.Signing;
using Journal.Log.Trees;

namespace Journal.Log.Verifying;

/// <summary>
/// Compares every line of anchor files with the root that the proven tree had at that size. A restored older copy that continues to grow
/// contradicts only some lines in the middle. Signatures are checked only for lines that differ from the tree.
/// </summary>
/// <param name="frames">The frames that are proven without these lines.</param>
/// <param name="identity">The log's.</param>
/// <param name="found">
/// Gets the lines that matter: those that contradict the tree, and the last ones before these that agree with it.
/// </param>
internal sealed class AnchorComparison(SignedFrames frames, VerifierKey identity, Action<Anchor> found)
{
    private readonly EarlierRoots _roots = new(frames);
    private readonly ArrayBufferWriter<byte> _agreed = new();
    private readonly byte[] _origin = Encoding.UTF8.GetBytes(identity.Name);
    private readonly byte[] _rootText = new byte[Base64.GetMaxEncodedToUtf8Length(MerkleTree.HashBytes)];
    private long _agreedNumber;
    private long _agreedSize;
    private long _contradicted = long.MaxValue;

    /// <exception cref="InvalidDataException">A line is not an anchor, or lines have disappeared.</exception>
    public void Run(AnchorFile file, CancellationToken cancellationToken)
    {
        _agreedSize = 0;
        using var reader = new AnchorReader(file.Name, file.Open());
        while (reader.Next())
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (!reader.Line.IsEmpty)
            {
                Compare(file, reader.Number, reader.Line);
            }
        }

        if (reader.Number < file.Lines)
        {
            throw new InvalidDataException($"{file.Name} has fewer lines than a moment ago: it has to be a file that can be read twice.");
        }

        if (_agreedSize > 0 && _contradicted < long.MaxValue)
        {
            found(Anchor.ReadLine(file.Name, _agreedNumber, _agreed.WrittenSpan));
        }
    }

    private void Compare(AnchorFile file, long number, ReadOnlySpan<byte> line)
    {
        var isRead = AnchorLine.TryRead(line, out var read) && read.Origin.SequenceEqual(_origin);
        if (isRead && (read.Size > frames.Proven || read.Size >= _contradicted))
        {
            return; // the largest line covers more frames, or a smaller one contradicts them
        }

        if (isRead && IsRoot(read.Root, read.Size))
        {
            Agree(number, read.Size, line);
            return;
        }

        var anchor = Anchor.ReadLine(file.Name, number, line);
        found(anchor);
        if (isRead && anchor.Note.IsSignedBy(identity))
        {
            _contradicted = read.Size;
            _agreedSize = _agreedSize < read.Size ? _agreedSize : 0;
        }
    }

    private bool IsRoot(ReadOnlySpan<byte> text, long size)
    {
        Base64.EncodeToUtf8(_roots.At(size), _rootText, out _, out _);
        return text.SequenceEqual(_rootText);
    }

    private void Agree(long number, long size, ReadOnlySpan<byte> line)
    {
        if (size > _agreedSize)
        {
            (_agreedNumber, _agreedSize) = (number, size);
            _agreed.ResetWrittenCount();
            _agreed.Write(line);
        }
    }
}
