using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Zip;

/// <summary>Stored data without a size: they end where a descriptor says that they are as long as they are.</summary>
internal sealed class UnsizedStoredData : IEntryData, IByteSink
{
    private readonly SignatureSearch _search = new();
    private readonly Gather _behind = new();
    private IPart _part = null!;
    private bool _isBehind;
    private int _restStart;

    public long Decoded { get; private set; }

    public Gap? Gap { get; private set; }

    public ReadOnlySpan<byte> Rest => _behind.Bytes[_restStart..];

    public void Begin(LocalHeader header, IPart part, PartBudget budget)
    {
        (_part, _isBehind, _restStart, Decoded, Gap) = (part, false, 0, 0, null);
        _behind.Clear();
        _search.Flush(null);
    }

    public bool Read(ref ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            if (!_isBehind && !FindSignature(ref bytes))
            {
                return false;
            }

            if (!_behind.Take(ref bytes, Descriptor.MaxLength))
            {
                return false;
            }

            if (Descriptor.LengthOf(_behind.Bytes, Decoded, Decoded) is > 0 and var length)
            {
                _restStart = length;
                return true;
            }

            // It is none: its signature is data, and what follows is looked at again. That is too short for another descriptor.
            Write(_behind.Bytes[..sizeof(uint)]);
            ReadOnlySpan<byte> again = _behind.Bytes[sizeof(uint)..].ToArray();
            _isBehind = false;
            if (FindSignature(ref again))
            {
                _behind.Take(ref again, Descriptor.MaxLength);
            }
        }

        return false;
    }

    public void ReadEnd()
    {
        if (_isBehind && Descriptor.LengthOf(_behind.Bytes, Decoded, Decoded) is > 0 and var length)
        {
            _restStart = length;
            return;
        }

        if (_isBehind)
        {
            Write(_behind.Bytes);
        }

        _search.Flush(this);
        Gap = Gap.Broken;
        _restStart = _behind.Length;
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        Decoded += bytes.Length;
        return _part.Write(bytes);
    }

    public void Reset() => _part = null!;

    private bool FindSignature(ref ReadOnlySpan<byte> bytes)
    {
        _isBehind = _search.Find(ref bytes, this, static signature => signature == Descriptor.Signature, out _);
        _behind.Clear();
        if (_isBehind)
        {
            _behind.Add("PK\u0007\u0008"u8);
        }

        return _isBehind;
    }
}
