using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>
/// Finds out how a document is encrypted: its trailers, or streams of cross-references, name a dictionary that is an object or lies there.
/// </summary>
internal sealed class EncryptionFinder
{
    private const int MaxKept = 8;

    private readonly TrailerSearch _trailers;
    private readonly PooledList<byte> _object = new();
    private readonly List<(int Number, byte[] Bytes)> _dictionaries = [];
    private readonly List<(int Number, byte[] Bytes)> _named = [];
    private readonly List<byte[]> _identifiers = [];
    private readonly Dictionary<int, byte[]> _filters = [];
    private int _number;
    private bool _hasNews;

    public EncryptionFinder() => _trailers = new(text => ReadTrailer(text));

    /// <summary>Whether a trailer says that the document is encrypted.</summary>
    public bool IsNamed => _named.Count > 0;

    /// <summary>The object that describes the encryption; 0 for none.</summary>
    public int Object { get; private set; }

    /// <summary>What it says; null when it was not found.</summary>
    public EncryptionDictionary? Dictionary { get; private set; }

    /// <summary>Whether the document is encrypted in several ways: readers disagree on which one counts.</summary>
    public bool IsContradictory { get; private set; }

    /// <summary>The first parts of the identifiers that trailers give, the last one first, and none.</summary>
    public IEnumerable<byte[]> Identifiers => Enumerable.Reverse(_identifiers).Append([]);

    /// <summary>Takes bytes between objects.</summary>
    /// <param name="isFollowed">Whether an object begins behind them; else they may go on.</param>
    public void Between(ReadOnlySpan<byte> bytes, bool isFollowed)
    {
        _trailers.Read(bytes, isFollowed);
        if (isFollowed)
        {
            Evaluate();
        }
    }

    public void BeginObject(int number)
    {
        _number = number;
        _object.Empty();
    }

    public void AddToObject(ReadOnlySpan<byte> bytes) =>
        _object.Append(bytes[..Math.Min(bytes.Length, RawDictionary.MaxLength - _object.Count)]);

    public void EndObject()
    {
        ReadOnlySpan<byte> bytes = _object.Span;
        if (_filters.Count < MaxKept && (bytes.IndexOf("CFM"u8) >= 0 || bytes.IndexOf("StdCF"u8) >= 0))
        {
            // An encryption dictionary may refer to its filters.
            _hasNews |= _filters.TryAdd(_number, bytes.ToArray());
        }

        if (bytes.IndexOf("Standard"u8) >= 0 || bytes.IndexOf("XRef"u8) >= 0 || bytes.IndexOf((byte)'#') >= 0)
        {
            var dictionary = new RawDictionary(bytes);
            if (RawTokens.IsNameValue(dictionary["Filter"u8], "Standard"u8))
            {
                Keep(_dictionaries, _number, bytes);
            }
            else if (RawTokens.IsNameValue(dictionary["Type"u8], "XRef"u8))
            {
                ReadTrailer(bytes);
            }
        }

        _object.Empty();
        Evaluate();
    }

    /// <summary>Ends the file.</summary>
    public void Complete()
    {
        _trailers.Complete();
        Evaluate();
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _trailers.Clear();
        _object.Clear();
        _dictionaries.Clear();
        _named.Clear();
        _identifiers.Clear();
        _filters.Clear();
        (Object, Dictionary, IsContradictory, _hasNews) = (0, null, false, false);
    }

    private void ReadTrailer(ReadOnlySpan<byte> bytes)
    {
        var trailer = new RawDictionary(bytes);
        var identifier = FirstOf(trailer["ID"u8]);
        var isKnown = _identifiers.Exists(known => known.AsSpan().SequenceEqual(identifier));
        if (identifier.Length > 0 && !isKnown && _identifiers.Count < MaxKept)
        {
            _identifiers.Add(identifier);
            _hasNews = true;
        }

        var encryption = trailer["Encrypt"u8];
        if (RawTokens.Reference(encryption) is > 0 and var number)
        {
            Keep(_named, number, []);
        }
        else if (RawDictionary.IsDictionary(encryption))
        {
            Keep(_named, 0, encryption);
        }
    }

    private static byte[] FirstOf(ReadOnlySpan<byte> array)
    {
        if (array is not [(byte)'[', ..])
        {
            return [];
        }

        var start = RawTokens.SkipSpace(array, 1);
        var end = RawTokens.EndOfValue(array, start, depth: 1);
        return end < 0 ? [] : RawTokens.String(array[start..end]);
    }

    private void Keep(List<(int Number, byte[] Bytes)> list, int number, ReadOnlySpan<byte> bytes)
    {
        foreach (var known in list)
        {
            if (known.Number == number && bytes.SequenceEqual(known.Bytes))
            {
                return;
            }
        }

        if (list.Count < MaxKept)
        {
            list.Add((number, bytes.ToArray()));
            _hasNews = true;
        }
    }

    // The first that is found stays: what follows it may already have been decrypted.
    private void Evaluate()
    {
        if (!_hasNews || _named.Count == 0)
        {
            return;
        }

        _hasNews = false;
        foreach (var (number, direct) in _named)
        {
            foreach (var bytes in number == 0 ? [direct] : Revisions(number))
            {
                var read = EncryptionDictionary.Read(bytes, _filters);
                if (Dictionary is not { IsKnown: true })
                {
                    (Object, Dictionary) = (number, read);
                }
                else
                {
                    IsContradictory |= !Dictionary.SaysTheSame(read);
                }
            }
        }

        IsContradictory |= Dictionary is not null && _named.Exists(named => named.Number > 0 && !Revisions(named.Number).Any());
    }

    private IEnumerable<byte[]> Revisions(int number) =>
        _dictionaries.Where(known => known.Number == number).Select(static known => known.Bytes);
}
