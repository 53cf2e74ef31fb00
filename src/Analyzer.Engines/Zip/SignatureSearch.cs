using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Zip;

/// <summary>Looks for the next of a zip's signatures in bytes that arrive in pieces, and passes on what comes before it.</summary>
internal sealed class SignatureSearch
{
    private const int Length = sizeof(uint);

    private readonly byte[] _held = new byte[Length - 1];
    private int _heldLength;

    /// <summary>Bytes that may begin a signature and were not passed on yet.</summary>
    public int Held => _heldLength;

    /// <param name="bytes">Those behind the signature are left, or none.</param>
    /// <param name="before">Takes what is no signature; null when nobody wants it.</param>
    /// <param name="isWanted">Which signatures end the search.</param>
    /// <param name="signature">The one that was found.</param>
    /// <returns>False when there is none yet.</returns>
    public bool Find(ref ReadOnlySpan<byte> bytes, IByteSink? before, Func<uint, bool> isWanted, out uint signature)
    {
        if (_heldLength > 0 && FindAcross(ref bytes, before, isWanted, out signature))
        {
            return true;
        }

        for (var from = 0; bytes.Length - from >= Length;)
        {
            var at = bytes[from..^(Length - 2)].IndexOf("PK"u8);
            if (at < 0)
            {
                break;
            }

            signature = BinaryPrimitives.ReadUInt32LittleEndian(bytes[(from + at)..]);
            if (isWanted(signature))
            {
                before?.Write(bytes[..(from + at)]);
                bytes = bytes[(from + at + Length)..];
                return true;
            }

            from += at + 1;
        }

        // After FindAcross, either nothing is held or nothing is left.
        var kept = Math.Min(bytes.Length, Length - 1 - _heldLength);
        before?.Write(bytes[..^kept]);
        bytes[^kept..].CopyTo(_held.AsSpan(_heldLength));
        _heldLength += kept;
        bytes = [];
        signature = 0;
        return false;
    }

    /// <summary>Passes on what is held: no signature follows.</summary>
    public void Flush(IByteSink? before)
    {
        before?.Write(_held.AsSpan(0, _heldLength));
        _heldLength = 0;
    }

    private bool FindAcross(ref ReadOnlySpan<byte> bytes, IByteSink? before, Func<uint, bool> isWanted, out uint signature)
    {
        Span<byte> both = stackalloc byte[2 * (Length - 1)];
        _held.AsSpan(0, _heldLength).CopyTo(both);
        var taken = Math.Min(bytes.Length, Length - 1);
        bytes[..taken].CopyTo(both[_heldLength..]);
        both = both[..(_heldLength + taken)];
        for (var at = 0; at < _heldLength && at + Length <= both.Length; at++)
        {
            signature = BinaryPrimitives.ReadUInt32LittleEndian(both[at..]);
            if (isWanted(signature))
            {
                before?.Write(both[..at]);
                bytes = bytes[(at + Length - _heldLength)..];
                _heldLength = 0;
                return true;
            }
        }

        // What cannot begin a signature any more is passed on.
        signature = 0;
        var passed = Math.Min(_heldLength, Math.Max(0, both.Length - (Length - 1)));
        before?.Write(both[..passed]);
        _held.AsSpan(passed, _heldLength - passed).CopyTo(_held);
        _heldLength -= passed;
        if (_heldLength > 0)
        {
            bytes[..taken].CopyTo(_held.AsSpan(_heldLength));
            _heldLength += taken;
            bytes = [];
        }

        return false;
    }
}
