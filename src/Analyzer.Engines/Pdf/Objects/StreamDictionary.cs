using System.Text;
using Analyzer.Engines.Pdf.Filters;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>The purpose of a stream, as far as its dictionary shows it.</summary>
internal enum StreamKind
{
    Other,
    ObjectStream,
    CrossReferences,
    EmbeddedFile,
    Image,
    Font,

    /// <summary>A font with a directory of tables: TrueType or OpenType.</summary>
    TableFont,
    Metadata,
}

/// <summary>The dictionary's information about the following stream data.</summary>
internal sealed class StreamDictionary
{
    private readonly DecodeParameters[] _parameters = new DecodeParameters[FilterChain.MaxDepth];
    private StreamFilters _filters;
    private PdfName _type;
    private PdfName _subtype;
    private bool _hasFontLengths;
    private bool _hasFontParts;
    private bool _hasObjectCount;
    private bool _hasFirstObject;
    private DecodeParameters _own = DecodeParameters.Default;
    private bool _hasOwn;
    private bool _hasCrypt;
    private string? _cryptName;

    /// <summary>The bytes of data that /Length promises; 0 when it is missing or a reference.</summary>
    public long Length { get; private set; }

    /// <summary>The number of objects in an object stream; 0 when it is missing or a reference.</summary>
    public long ObjectCount { get; private set; }

    /// <summary>Where an object stream's first object begins; 0 when it is missing or a reference.</summary>
    public long FirstObject { get; private set; }

    /// <summary>Whether it says where the data lie in another file.</summary>
    public bool IsExternal { get; set; }

    /// <summary>
    /// The dictionary's own entries, when it may be the parameters of a filter that another dictionary refers to. Columns and bits
    /// mean nothing without a predictor, and images have them too. The skimmer may pass over a dictionary that has only these.
    /// </summary>
    public DecodeParameters? OwnParameters => _hasOwn ? _own : null;

    /// <summary>The crypt filter that the data are encrypted by; null when it is that of all streams.</summary>
    public string? CryptFilter => !_hasCrypt ? null : _cryptName ?? nameof(PdfName.Identity);

    // Readers take a stream for an object stream because the cross-references say so, whether or not it has the type.
    public StreamKind Kind => (_type, _subtype) switch
    {
        (PdfName.ObjStm, _) => StreamKind.ObjectStream,
        _ when _hasObjectCount && _hasFirstObject => StreamKind.ObjectStream,
        (PdfName.XRef, _) => StreamKind.CrossReferences,
        (PdfName.EmbeddedFile, _) => StreamKind.EmbeddedFile,
        (_, PdfName.Image) => StreamKind.Image,
        (_, PdfName.Type1C or PdfName.CIDFontType0C) => StreamKind.Font,
        (_, PdfName.OpenType) => StreamKind.TableFont,
        (PdfName.Metadata, _) => StreamKind.Metadata,
        _ when _hasFontLengths => _hasFontParts ? StreamKind.Font : StreamKind.TableFont,
        _ => StreamKind.Other,
    };

    public StreamFilters Filters
    {
        get
        {
            var filters = _filters;
            for (var i = 0; i < FilterChain.MaxDepth; i++)
            {
                filters.SetParameters(i, _parameters[i]);
            }

            return filters;
        }
    }

    public void Clear()
    {
        _parameters.AsSpan().Fill(DecodeParameters.Default);
        (_filters, _type, _subtype, _own, _hasOwn) = (default, default, default, DecodeParameters.Default, false);
        (_hasFontLengths, _hasFontParts, _hasObjectCount, _hasFirstObject) = (false, false, false, false);
        (Length, ObjectCount, FirstObject, IsExternal) = (0, 0, 0, false);
        (_hasCrypt, _cryptName) = (false, null);
    }

    /// <summary>Promises fewer bytes of data than the dictionary does.</summary>
    public void Shorten(int bytes) => Length = Math.Max(0, Length - bytes);

    /// <summary>Names the crypt filter, in the parameters of the filter that applies it.</summary>
    public void SetCryptFilter(ReadOnlySpan<byte> name) => _cryptName = Encoding.Latin1.GetString(name);

    public void SetName(PdfName key, PdfName value)
    {
        switch (key)
        {
            case PdfName.Type:
                // The one that hides nothing counts, of two types.
                _type = _type == PdfName.ObjStm ? _type : value;
                break;
            case PdfName.Subtype:
                _subtype = value;
                break;
            case PdfName.Filter:
                AddFilter(value);
                break;
        }
    }

    public void SetNumber(PdfName key, long value)
    {
        switch (key)
        {
            case PdfName.Length:
                Length = Math.Max(Length, value);
                break;
            case PdfName.N:
                (ObjectCount, _hasObjectCount) = (value, true);
                break;
            case PdfName.First:
                (FirstObject, _hasFirstObject) = (value, true);
                break;
            case PdfName.Length1 or PdfName.Length2 or PdfName.Length3:
                // Only Type 1 has three parts.
                (_hasFontLengths, _hasFontParts) = (true, _hasFontParts || key != PdfName.Length1);
                break;
            case PdfName.Predictor or PdfName.EarlyChange or PdfName.Colors or PdfName.Columns or PdfName.BitsPerComponent:
                SetOwn(key, With(_own, key, value));
                break;
        }
    }

    /// <summary>Notes that a value is in another object.</summary>
    public void SetReference(PdfName key, int number)
    {
        switch (key)
        {
            case PdfName.Filter:
                AddFilterReference(number);
                break;
            case PdfName.DecodeParms or PdfName.DP:
                SetParametersReference(0, number);
                break;
            case PdfName.N:
                _hasObjectCount = true;
                break;
            case PdfName.First:
                _hasFirstObject = true;
                break;
            case PdfName.Length1 or PdfName.Length2 or PdfName.Length3:
                // Only Type 1 has three parts.
                (_hasFontLengths, _hasFontParts) = (true, _hasFontParts || key != PdfName.Length1);
                break;
            case PdfName.Predictor or PdfName.EarlyChange or PdfName.Colors or PdfName.Columns or PdfName.BitsPerComponent:
                SetOwn(key, _own with { Object = DecodeParameters.Nowhere });
                break;
        }
    }

    public void AddFilter(PdfName name)
    {
        _filters.Add(FilterOf(name));
        _hasCrypt |= name == PdfName.Crypt;
    }

    /// <summary>Notes that another object names the next filter, or all of them.</summary>
    public void AddFilterReference(int number) => _filters.Add(FilterKind.Unknown, number);

    public static FilterKind FilterOf(PdfName name) => name switch
    {
        PdfName.FlateDecode or PdfName.Fl => FilterKind.Flate,
        PdfName.LZWDecode or PdfName.LZW => FilterKind.Lzw,
        PdfName.ASCII85Decode or PdfName.A85 => FilterKind.Ascii85,
        PdfName.ASCIIHexDecode or PdfName.AHx => FilterKind.AsciiHex,
        PdfName.RunLengthDecode or PdfName.RL => FilterKind.RunLength,
        PdfName.Crypt => FilterKind.Crypt,
        _ => FilterKind.Unknown,
    };

    /// <param name="filter">The filter's place.</param>
    public void SetParameter(int filter, PdfName key, long value)
    {
        if (filter < FilterChain.MaxDepth)
        {
            _parameters[filter] = With(_parameters[filter], key, value);
        }
    }

    /// <summary>Notes that the parameters of a filter, or one of them, lie in another object.</summary>
    /// <param name="filter">The filter's place.</param>
    /// <param name="number">The object that holds all of them, or <see cref="DecodeParameters.Nowhere"/>.</param>
    public void SetParametersReference(int filter, int number)
    {
        if (filter < FilterChain.MaxDepth)
        {
            _parameters[filter] = _parameters[filter] with { Object = number > 0 ? number : DecodeParameters.Nowhere };
        }
    }

    private void SetOwn(PdfName key, DecodeParameters parameters)
    {
        _own = parameters;
        _hasOwn |= WeightyNames.Of(key) == Weight.Acts;
    }

    private static DecodeParameters With(DecodeParameters parameters, PdfName key, long value)
    {
        var number = (int)Math.Clamp(value, int.MinValue, int.MaxValue);
        return key switch
        {
            PdfName.Predictor => parameters with { Predictor = number },
            PdfName.Colors => parameters with { Colors = number },
            PdfName.Columns => parameters with { Columns = number },
            PdfName.BitsPerComponent => parameters with { BitsPerComponent = number },
            PdfName.EarlyChange => parameters with { EarlyChange = number != 0 },
            _ => parameters,
        };
    }
}
