using System.Buffers;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>
/// Holds a file's bytes back until it is known whether they are encrypted and with which key: mostly a document says so at its end.
/// </summary>
/// <remarks>
/// What cannot act is left out: pictures, fonts, metadata, and long streams of no known use. Memory comes in pieces as it is needed.
/// </remarks>
internal sealed class HeldInput
{
    /// <summary>So much is held of every file, whatever it looks like.</summary>
    public const int AlwaysHeld = 64 * 1024;

    /// <summary>Of a file whose streams have not yet told anything.</summary>
    public const int MaxUntold = 1024 * 1024;

    /// <summary>Of a file that looks encrypted.</summary>
    public const int MaxHeld = 8 * 1024 * 1024;

    private const int PieceLength = 32 * 1024;

    private readonly List<byte[]> _pieces = [];
    private IParts? _parts;
    private readonly List<Run> _runs = [];

    /// <summary>The bytes that are held.</summary>
    public int Length { get; private set; }

    /// <summary>Whether the file has no more memory to keep anything in; what came since is missing.</summary>
    public bool IsFull { get; private set; }

    /// <summary>Begins a file.</summary>
    public void Begin(IParts parts) => _parts = parts;

    /// <summary>Adds the next bytes; others may have been left out before them.</summary>
    /// <param name="offset">Where they begin in the file.</param>
    public void Add(ReadOnlySpan<byte> bytes, long offset)
    {
        if (bytes.IsEmpty)
        {
            return;
        }

        if (_runs is [.., var last] && last.Offset + Length - last.Start == offset)
        {
            // They go on where the last ones ended.
        }
        else
        {
            _runs.Add(new(offset, Length));
        }

        while (!bytes.IsEmpty)
        {
            if (Length == _pieces.Count * PieceLength)
            {
                IsFull |= Length >= AlwaysHeld && !TryKeep();
                if (IsFull)
                {
                    return;
                }

                _pieces.Add(ArrayPool<byte>.Shared.Rent(PieceLength));
            }

            var at = Length % PieceLength;
            var taken = Math.Min(bytes.Length, PieceLength - at);
            bytes[..taken].CopyTo(_pieces[Length / PieceLength].AsSpan(at));
            bytes = bytes[taken..];
            Length += taken;
        }
    }

    /// <summary>Leaves the last bytes out after all.</summary>
    /// <param name="length">How many stay.</param>
    public void Shorten(int length)
    {
        Length = length;
        while (_runs is [.., var last] && last.Start >= length)
        {
            _runs.RemoveAt(_runs.Count - 1);
        }
    }

    /// <summary>Hands everything to the taker in its order.</summary>
    public void Replay(IReplay taker)
    {
        for (var i = 0; i < _runs.Count; i++)
        {
            var (offset, start) = _runs[i];
            var end = i + 1 < _runs.Count ? _runs[i + 1].Start : Length;
            taker.Begin(offset);
            while (start < end)
            {
                var at = start % PieceLength;
                var length = Math.Min(end - start, PieceLength - at);
                taker.Take(_pieces[start / PieceLength].AsSpan(at, length));
                start += length;
            }
        }
    }

    /// <summary>Gives back what it has rented.</summary>
    public void Clear()
    {
        foreach (var piece in _pieces)
        {
            ArrayPool<byte>.Shared.Return(piece);
        }

        _parts?.Budget.Release(Math.Max(0, (_pieces.Count * PieceLength) - AlwaysHeld));
        _parts = null;
        _pieces.Clear();
        _runs.Clear();
        (Length, IsFull) = (0, false);
    }

    private bool TryKeep()
    {
        var given = _parts!.Budget.Keep(PieceLength, _parts.Depth);
        if (given == PieceLength)
        {
            return true;
        }

        _parts.Budget.Release(given);
        return false;
    }

    /// <param name="Offset">Where the run begins in the file.</param>
    /// <param name="Start">Where it begins here.</param>
    private readonly record struct Run(long Offset, int Start);
}

/// <summary>Takes bytes that were held back.</summary>
internal interface IReplay
{
    /// <summary>What is between the last bytes and this place was left out.</summary>
    void Begin(long offset);

    void Take(ReadOnlySpan<byte> bytes);
}
