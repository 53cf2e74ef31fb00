using System.Text;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Mail;
using Analyzer.Engines.Office;
using Analyzer.Engines.Ole.Encryption;
using Analyzer.Engines.Text;
using Analyzer.Engines.Vba;

namespace Analyzer.Engines.Ole;

/// <summary>Looks through the streams of one compound file, and hands on those that are files of their own.</summary>
internal sealed class OleContent(Evidence evidence, VbaProject macros)
{
    private const string Native = "\u0001Ole10Native";
    private const int SignatureLength = 64;
    private const int MaxName = 1024;

    // Streams whose size says nothing of how often they may be read: the whole of them stays within a few times the file.
    private const int MaxReads = 4;

    private IParts _parts = null!;
    private CompoundFile _file = null!;
    private long _left;
    private bool _hasLockedSummary;
    private bool _isUnlocked;
    private OleType? _type;

    public string MediaType { get; private set; } = "application/x-ole-storage";

    /// <summary>Whether people get its parts as files, as those of a message.</summary>
    public bool IsMessage { get; private set; }

    private bool IsInstaller { get; set; }

    /// <param name="bytes">The whole file.</param>
    /// <param name="file">The same, read.</param>
    /// <param name="parts">Takes what lies in it.</param>
    public void LookAt(ReadOnlySpan<byte> bytes, CompoundFile file, IParts parts)
    {
        (_parts, _file, _left) = (parts, file, (long)MaxReads * bytes.Length);
        (_hasLockedSummary, _isUnlocked) = (false, false);
        Recognize();
        if (IsInstaller)
        {
            LookAtInstaller();
            return;
        }

        foreach (var entry in file.Entries)
        {
            if (entry.Kind is OleKind.Root or OleKind.Storage && OleClasses.RuleOf(entry.Class) is { } rule)
            {
                evidence.Find(rule == OfficeRules.Equation && HasFormula(entry) ? OfficeRules.Formula : rule, 0, entry.Class.ToString());
            }

            if (entry.IsStream)
            {
                LookAt(bytes, entry);
            }
        }

        if (_hasLockedSummary && !_isUnlocked)
        {
            evidence.Miss(Gap.NeedsPassword);
        }

        if (_type?.IsRead == false)
        {
            evidence.Miss(Gap.UnknownType);
        }
    }

    public void Clear() =>
        (MediaType, IsMessage, IsInstaller, _type, _parts, _file) = ("application/x-ole-storage", false, false, null, null!, null!);

    private void Recognize()
    {
        var root = _file.Entries.Count > 0 ? _file.Entries[0].Class : default;
        IsInstaller = root == OleClasses.Installer || root == OleClasses.InstallerPatch || root == OleClasses.InstallerTransform;
        _type = OleTypes.Find(_file.Entries.Where(entry => entry.Parent is null or { Kind: OleKind.Root }));
        MediaType = _type?.MediaType ?? MediaType;
        IsMessage = MediaType == "application/vnd.ms-outlook";
        MediaType = IsInstaller ? "application/x-msi" : MediaType;
    }

    // Its streams are the program's own, and programs are not judged.
    private void LookAtInstaller()
    {
        evidence.Find(OleRules.Installer);
        if (_file.Entries.Any(entry => InstallerNames.Decode(entry.Name) == "!CustomAction"))
        {
            evidence.Find(OleRules.InstallerRuns);
        }

        evidence.FoundProgram(_parts, "installer");
    }

    private void LookAt(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        if (entry.Parent?.Name == "VBA")
        {
            LookAtModule(bytes, entry);
            return;
        }

        switch (entry.Name)
        {
            case "WordDocument":
                LookAtWord(bytes, entry);
                break;
            case "Workbook" or "Book":
                ExcelWorkbook.LookAt(Read(bytes, entry), evidence, _parts.Password);
                break;
            case "Ctls":
                if (OleClasses.FindIn(Read(bytes, entry)) is (var component, var attacked))
                {
                    evidence.Find(attacked, 0, component.ToString());
                }

                break;
            case "PowerPoint Document":
                LookAtPresentation(bytes, entry);
                break;
            case var name when _type == OleTypes.Quarantine && name.StartsWith("File_", StringComparison.Ordinal):
                OpenQuarantined(bytes, entry);
                break;
            case "EncryptedPackage":
                OpenEncrypted(bytes, entry);
                break;
            case "EncryptedSummary":
                _hasLockedSummary = true;
                break;
            case var name when IsFormula(name):
                var isOrdinary = EquationData.IsOrdinary(Read(bytes, entry), entry.Parent?.Class ?? default);
                evidence.Find(isOrdinary ? OfficeRules.Formula : OfficeRules.Equation, 0, entry.Name);
                break;
            case Native when ComponentOf(entry) is { } shown && OleClasses.RuleOf(shown) == OfficeRules.Equation:
                var isFormula = EquationData.IsOrdinaryNative(Read(bytes, entry), shown);
                evidence.Find(isFormula ? OfficeRules.Formula : OfficeRules.Equation, 0, entry.Name);
                break;
            case Native:
                OpenPackage(bytes, entry);
                break;
            case "\u0001Ole":
                LookAtLink(Read(bytes, entry));
                break;
            case "Package" or "EmbeddedOdf":
                OpenStream(bytes, entry, null);
                break;
            default:
                LookAtOther(bytes, entry);
                break;
        }
    }

    private void LookAtWord(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        var stream = Read(bytes, entry);
        if (WordDocument.IsEncrypted(stream, out var name))
        {
            var table = Beside(entry, name);
            if (table is null || !WordPassword.TryOpen(stream, Read(bytes, table), _parts.Password))
            {
                evidence.Miss(Gap.NeedsPassword);
                return;
            }

            _isUnlocked = true;
        }

        WordDocument.LookAt(stream, evidence);
    }

    private void LookAtPresentation(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        var stream = Read(bytes, entry);
        if (Beside(entry, "Current User") is { } user && Read(bytes, user) is var edits && PresentationPassword.IsEncrypted(edits))
        {
            if (!PresentationPassword.TryOpen(stream, edits, _parts.Password))
            {
                evidence.Miss(Gap.NeedsPassword);
                return;
            }

            _isUnlocked = true;
        }

        PowerPointDocument.Open(stream, _parts);
    }

    // Then the formula is judged, and not what would show it.
    private bool HasFormula(OleEntry storage) =>
        _file.Entries.Any(entry => entry.IsStream && entry.Parent == storage && (IsFormula(entry.Name) || entry.Name == Native));

    private static Guid? ComponentOf(OleEntry stream) => stream.Parent?.Class;

    // Programs find a stream by its name in any case.
    private static bool IsFormula(string name) => name.Equals("Equation Native", StringComparison.OrdinalIgnoreCase);

    private OleEntry? Beside(OleEntry entry, string name) =>
        _file.Entries.FirstOrDefault(other => other.Name == name && other.Parent == entry.Parent);

    // A quarantine of McAfee keeps the file that it took, with each byte changed.
    private void OpenQuarantined(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        const byte mask = 0x6A;
        var content = Read(bytes, entry);
        foreach (ref var value in content.AsSpan())
        {
            value ^= mask;
        }

        Open(content, null);
    }

    private void OpenEncrypted(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        var information = Beside(entry, "EncryptionInfo");
        var opened = information is null || !_parts.Budget.SpendDecoded(PackagePassword.Cost) ? null
            : PackagePassword.Open(Read(bytes, information), Read(bytes, entry), _parts.Password);
        if (opened is null)
        {
            evidence.Miss(Gap.NeedsPassword);
        }
        else
        {
            Open(opened, null);
        }
    }

    private void LookAtModule(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        if (entry.Name is "dir" or "_VBA_PROJECT" || entry.Name.StartsWith("__SRP_", StringComparison.Ordinal))
        {
            return;
        }

        if (!macros.ReadModule(Read(bytes, entry)))
        {
            macros.MissText();
        }
    }

    private void LookAtOther(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        if (IsMessage && entry.Name.StartsWith("__substg1.0_", StringComparison.Ordinal))
        {
            LookAtMessage(bytes, entry);
            return;
        }

        var start = _file.Read(bytes, entry, SignatureLength);
        if (start.AsSpan().IndexOf("\0Attribut"u8) >= 0)
        {
            macros.ReadModule(Read(bytes, entry));
        }
        else if (Signatures.Find(start) is { } mediaType && !mediaType.StartsWith("image/", StringComparison.Ordinal))
        {
            OpenStream(bytes, entry, entry.Name);
        }
        else if (start.AsSpan().StartsWith("%PDF-"u8))
        {
            OpenStream(bytes, entry, entry.Name);
        }
    }

    // Properties by their number and type (MS-OXMSG, 2.1.3): an attachment's bytes, and the body as HTML or rich text.
    private void LookAtMessage(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        const string attachment = "3701";
        const string html = "1013";
        const string rtf = "1009";
        var property = entry.Name.Length >= 16 ? entry.Name.Substring(12, 4) : "";
        if (property.Length == 0 || entry.Parent?.Name.StartsWith("__nameid", StringComparison.OrdinalIgnoreCase) == true)
        {
            return; // names of properties (MS-OXMSG, 2.2.3)
        }

        if (property is attachment or html)
        {
            OpenStream(bytes, entry, property == html ? null : AttachmentName(bytes, entry.Parent));
        }
        else if (property is rtf && CompressedRtf.Decode(Read(bytes, entry)) is { } text)
        {
            Open(text, "body.rtf");
        }
        else if (property is rtf)
        {
            _parts.Skip("body.rtf", 0, Gap.Broken);
        }
        else if (property[0] >= '8' && TextOf(bytes, entry) is { } value && Addresses.IsShare(value))
        {
            evidence.Find(OfficeRules.Share, 0, value); // a sound of a reminder, which Outlook fetches (CVE-2023-23397)
        }
    }

    /// <returns>Null when the property is no text.</returns>
    private string? TextOf(ReadOnlySpan<byte> bytes, OleEntry entry) =>
        entry.Name.EndsWith("001F", StringComparison.Ordinal) ? Encoding.Unicode.GetString(_file.Read(bytes, entry, MaxName))
        : entry.Name.EndsWith("001E", StringComparison.Ordinal) ? PlainText.Decode(_file.Read(bytes, entry, MaxName))
        : null;

    private string? AttachmentName(ReadOnlySpan<byte> bytes, OleEntry? storage)
    {
        foreach (var property in (string[])["3707001F", "3704001F", "3707001E", "3704001E"])
        {
            var entry = _file.Entries.FirstOrDefault(entry => entry.Parent == storage && entry.Name == $"__substg1.0_{property}");
            if (entry is not null)
            {
                return TextOf(bytes, entry);
            }
        }

        return null;
    }

    private void OpenPackage(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        var package = Package.Parse(_file.Read(bytes, entry, Package.MaxHead), (int)Math.Min(entry.Size, bytes.Length));
        evidence.Find(OfficeRules.PackedFile, 0, package.Name);
        OpenStream(bytes, entry, package.Name, package.Start, package.Length, isFile: true); // a double click opens it under that name
    }

    private void LookAtLink(byte[] stream)
    {
        var at = stream.AsSpan().IndexOf(OleClasses.AddressMoniker);
        if (at >= 0)
        {
            var address = Encoding.Unicode.GetString(stream.AsSpan(at + 20, Math.Max(0, Math.Min(512, stream.Length - at - 20))));
            evidence.Find(OfficeRules.RemoteObject, 0, address.Split('\0')[0]);
        }
    }

    private void Open(ReadOnlySpan<byte> bytes, string? name) => _parts.Open(name, 0).WriteAll(bytes);

    private void OpenStream(
        ReadOnlySpan<byte> bytes, OleEntry entry, string? name, long start = 0, long length = long.MaxValue, bool isFile = false)
    {
        var part = _parts.Open(name, 0);
        part.IsFile = isFile;
        _left -= _file.Write(bytes, entry, start, Math.Min(length, _left), part);
        part.Complete();
    }

    private byte[] Read(ReadOnlySpan<byte> bytes, OleEntry entry)
    {
        var stream = _file.Read(bytes, entry, (int)Math.Min(_left, int.MaxValue));
        _left -= stream.Length;
        return stream;
    }
}
