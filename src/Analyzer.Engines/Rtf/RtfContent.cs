using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Office;
using Analyzer.Engines.Ole;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Rtf;

/// <summary>Finds objects, fields and templates in the groups of a document.</summary>
internal sealed class RtfContent(Evidence evidence) : IRtfSink
{
    // Beyond this nothing is a destination of its own any more; Word stops earlier.
    private const int MaxDepth = 1 << 20;
    private const int MaxText = 16 * 1024;

    private static readonly string[] AttackedClasses = ["mscomctllib", "otkloadr", "htmlfile", "shockwaveflash", "forms.html"];

    private readonly ObjectData _data = new();
    private readonly StringBuilder _text = new();
    private IParts _parts = null!;
    private Destination _destination;
    private long _destinationOffset;
    private int _destinationDepth;
    private int _disguises;
    private (long Offset, string Name)? _formula;

    private enum Destination
    {
        None,
        ObjectData,
        ObjectClass,
        Field,
        Template,
        Skipped,
    }

    /// <summary>Groups that are open.</summary>
    public int Depth { get; private set; }

    /// <summary>Where the document's own group ends, in bytes from the start of the file; -1 while it is open.</summary>
    public long EndsAt { get; private set; } = -1;

    public void Begin(IParts parts) => _parts = parts;

    public void Open(long offset) => Depth = Math.Min(Depth + 1, MaxDepth);

    public void Close(long offset)
    {
        if (_destination != Destination.None && Depth <= _destinationDepth)
        {
            Leave();
        }

        Depth = Math.Max(0, Depth - 1);
        if (Depth == 0 && EndsAt < 0)
        {
            EndsAt = offset + 1;
        }
    }

    public void Word(string name, int? number, long offset)
    {
        switch (name)
        {
            case "objdata":
                Enter(Destination.ObjectData, offset);
                _data.Begin(_parts);
                break;
            case "objclass":
                Enter(Destination.ObjectClass, offset);
                break;
            case "fldinst":
                Enter(Destination.Field, offset);
                break;
            case "template":
                Enter(Destination.Template, offset);
                break;
            case "objupdate":
                evidence.Find(OfficeRules.AutoUpdate, offset);
                break;
            case "objautlink" or "objlink":
                evidence.Find(OfficeRules.EmbeddedObject, offset, name);
                break;
            case "bin" or "*":
                break;
            default:
                _disguises += _destination == Destination.ObjectData ? 1 : 0;
                break;
        }
    }

    public void Text(ReadOnlySpan<byte> text, long offset)
    {
        if (_destination == Destination.ObjectData)
        {
            _disguises += _data.AddHex(text);
        }
        else if (_destination != Destination.None && _text.Length < MaxText)
        {
            _text.Append(PlainText.Decode(text[..Math.Min(text.Length, MaxText - _text.Length)]));
        }
    }

    public void HexLetter(byte letter, long offset)
    {
        if (_destination != Destination.ObjectData)
        {
            Text([letter], offset);
        }
    }

    public void Binary(ReadOnlySpan<byte> bytes, long offset)
    {
        if (_destination == Destination.ObjectData)
        {
            _data.AddBinary(bytes);
        }
    }

    /// <summary>Ends where the file ends: an object that is not closed counts.</summary>
    public void Complete()
    {
        if (_destination != Destination.None)
        {
            Leave();
        }

        SettleFormula(isOrdinary: false);
    }

    public void Clear()
    {
        _data.Clear();
        _text.Clear();
        (_parts, _destination, _destinationOffset, _destinationDepth) = (null!, Destination.None, 0, 0);
        (_disguises, Depth, EndsAt, _formula) = (0, 0, -1, null);
    }

    private void Enter(Destination destination, long offset)
    {
        if (_destination != Destination.None)
        {
            Leave();
        }

        _text.Clear();
        (_destination, _destinationOffset, _destinationDepth, _disguises) = (destination, offset, Depth, 0);
    }

    private void Leave()
    {
        var destination = _destination;
        _destination = Destination.None;
        switch (destination)
        {
            case Destination.ObjectData:
                LeaveObject();
                break;
            case Destination.ObjectClass:
                LookAtClass(_text.ToString().Trim());
                break;
            case Destination.Field:
                FieldCodes.LookAt(_text.ToString(), evidence, _destinationOffset);
                break;
            case Destination.Template:
                Relationship.LookAt("attachedTemplate", _text.ToString().Trim(), evidence, _destinationOffset);
                break;
        }
    }

    private void LookAtClass(string name)
    {
        if (name.Length == 0)
        {
            return;
        }

        if (name.StartsWith("equation", StringComparison.OrdinalIgnoreCase))
        {
            _formula ??= (_destinationOffset, name);
        }
        else if (name.Equals("OLE2Link", StringComparison.OrdinalIgnoreCase))
        {
            evidence.Find(OfficeRules.RemoteObject, _destinationOffset, name);
        }
        else if (Array.Exists(AttackedClasses, attacked => name.Contains(attacked, StringComparison.OrdinalIgnoreCase)))
        {
            evidence.Find(OfficeRules.OldControl, _destinationOffset, name);
        }
        else
        {
            evidence.Find(OfficeRules.EmbeddedObject, _destinationOffset, name);
        }
    }

    // It is judged by its records, where an object of the equation editor has them.
    private void SettleFormula(bool isOrdinary)
    {
        if (_formula is (var offset, var name))
        {
            evidence.Find(isOrdinary ? OfficeRules.Formula : OfficeRules.Equation, offset, name);
            _formula = null;
        }
    }

    private void LeaveObject()
    {
        const int few = 16;
        if (_disguises > few)
        {
            evidence.Find(RtfRules.Disguised, _destinationOffset);
        }

        if (!_data.IsWhole)
        {
            evidence.Miss(Gap.TooLarge, _destinationOffset);
        }

        var bytes = _data.Bytes;
        if (EmbeddedObject.Parse(bytes) is { } embedded)
        {
            LookAtClass(embedded.Class);
            if (embedded.IsLink)
            {
                evidence.Find(Addresses.IsWeb(embedded.Topic) || Addresses.IsShare(embedded.Topic) ? OfficeRules.RemoteObject
                    : OfficeRules.RemoteData,
                    _destinationOffset, embedded.Topic);
            }

            bytes = bytes.Slice(embedded.DataStart, embedded.DataLength);
            if (embedded.Class.Equals("package", StringComparison.OrdinalIgnoreCase))
            {
                OpenPackage(bytes);
                SettleFormula(isOrdinary: false);
                _data.Clear();
                return;
            }
        }

        // The header may lie: what looks like a file is opened wherever it begins.
        var start = bytes.IndexOf((ReadOnlySpan<byte>)[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]);
        var part = Open(start > 0 ? bytes[start..] : bytes, null);
        SettleFormula(part is { Verdict: Verdict.Clean } && part.MediaType == OleTypes.Formula.MediaType);
        _data.Clear();
    }

    private void OpenPackage(ReadOnlySpan<byte> bytes)
    {
        // As in a stream of that kind, but without the size before it.
        const int size = sizeof(uint);
        byte[] head = [.. new byte[size], .. bytes[..Math.Min(bytes.Length, Package.MaxHead)]];
        var package = Package.Parse(head, size + bytes.Length);
        evidence.Find(RtfRules.Encoded, _destinationOffset, package.Name);
        Open(bytes.Slice(package.Start - size, package.Length), package.Name);
    }

    private PartFacts? Open(ReadOnlySpan<byte> bytes, string? name)
    {
        if (bytes.IsEmpty)
        {
            return null;
        }

        // A picture of the object, or a moniker: nothing that is a file.
        if (name is null && Signatures.Find(bytes) is null)
        {
            LookAtRest(bytes);
            return null;
        }

        return _parts.Open(name, _destinationOffset).WriteAll(bytes);
    }

    // Addresses stand in monikers as wide text; the name of the equation editor stands in damaged headers. They are looked for in pieces,
    // which overlap: the data may be all that is kept.
    private void LookAtRest(ReadOnlySpan<byte> bytes)
    {
        const int piece = 64 * 1024;
        const int overlap = 512;
        string? address = null;
        for (var at = 0; at < bytes.Length; at += piece)
        {
            var raw = bytes[at..Math.Min(bytes.Length, at + piece + overlap)];
            var text = Encoding.Latin1.GetString(raw).Replace("\0", "", StringComparison.Ordinal);
            if (text.Contains("equation.", StringComparison.OrdinalIgnoreCase))
            {
                evidence.Find(OfficeRules.Equation, _destinationOffset);
                return;
            }

            var found = text.IndexOf("http://", StringComparison.OrdinalIgnoreCase) is >= 0 and var plain ? plain
                : text.IndexOf("https://", StringComparison.OrdinalIgnoreCase);
            address ??= found < 0 ? null : text[found..];
        }

        if (address is not null)
        {
            evidence.Find(OfficeRules.RemoteObject, _destinationOffset, address);
        }
        else
        {
            evidence.Miss(Gap.UnknownType, _destinationOffset);
        }
    }
}
