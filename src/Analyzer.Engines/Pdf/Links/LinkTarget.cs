using System.Buffers;
using System.Globalization;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Pdf.Links;

/// <summary>The meaning of an address or of a file's name (ISO 32000-2, 7.11.2), as far as it matters for who opens it.</summary>
/// <param name="Kinds">Those of <see cref="ActionKinds.Named"/>.</param>
internal readonly record struct LinkTarget(ActionKinds Kinds, HostMarks Host)
{
    /// <summary>More of a name is not looked at.</summary>
    public const int MaxLength = 1024;

    private static readonly SearchValues<char> Hidden =
        SearchValues.Create([.. Enumerable.Range(0, ' ' + 1).Select(code => (char)code), '\u00A0', '\u200B', '\uFEFF']);

    /// <param name="bytes">A text string; only its beginning is looked at.</param>
    /// <param name="isUri">Whether it is an address, and no file's name.</param>
    public static LinkTarget Of(ReadOnlySpan<byte> bytes, bool isUri)
    {
        bytes = bytes[..Math.Min(bytes.Length, MaxLength)];
        Span<char> text = stackalloc char[bytes.Length];
        return Of(TextStrings.Decode(bytes, text), isUri);
    }

    /// <param name="isUri">Whether it is an address, and no file's name.</param>
    public static LinkTarget Of(ReadOnlySpan<char> name, bool isUri)
    {
        name = name[..Math.Min(name.Length, MaxLength)];
        return name.ContainsAny(Hidden) ? Of(name, WithoutHidden(name, stackalloc char[name.Length]), isUri) : Of(name, name, isUri);
    }

    /// <param name="name">As it is given.</param>
    /// <param name="text">The same without what cannot be seen.</param>
    private static LinkTarget Of(ReadOnlySpan<char> name, ReadOnlySpan<char> text, bool isUri)
    {
        if (FileNames.IsUnc(name) && !(isUri && name.StartsWith('/')))
        {
            return new(ActionKinds.Share | ProgramAt(text), HostMarks.None);
        }

        var colon = text.IndexOf(':');
        if (colon < 2 || !FileNames.IsScheme(text[..colon]))
        {
            // An address without a scheme is mostly one of the web: www.example.com is no program.
            return new(
                text.IsEmpty ? ActionKinds.None : !isUri ? ActionKinds.File | ProgramAt(name)
                : ActionKinds.Web | (ProgramNames.IsDownloaded(text) ? ActionKinds.Program : ActionKinds.None),
                HostMarks.None);
        }

        var scheme = text[..colon];
        var rest = text[(colon + 1)..];
        if (scheme.Equals("file", StringComparison.OrdinalIgnoreCase))
        {
            return new(OfFile(rest), HostMarks.None);
        }

        if (scheme.Equals("data", StringComparison.OrdinalIgnoreCase))
        {
            return new(IsRunnable(rest) ? ActionKinds.Code : ActionKinds.Web, HostMarks.None);
        }

        if (scheme.Equals("javascript", StringComparison.OrdinalIgnoreCase) && IsIdle(rest))
        {
            return new(ActionKinds.Web, HostMarks.None);
        }

        var kinds = LinkSchemes.KindsOf(scheme);
        if (kinds != ActionKinds.Web)
        {
            return new(kinds, HostMarks.None);
        }

        var path = PathOf(rest);
        var isProgram = ProgramNames.IsDownloaded(path.Contains('%') ? Decoded(path, stackalloc char[path.Length]) : path);
        return new(isProgram ? kinds | ActionKinds.Program : kinds, Hosts.MarksOf(rest));
    }

    // Browsers drop what cannot be seen, and so does who hides a scheme: "java\tscript:".
    private static ReadOnlySpan<char> WithoutHidden(ReadOnlySpan<char> name, Span<char> buffer)
    {
        var length = 0;
        foreach (var character in name)
        {
            if (!Hidden.Contains(character))
            {
                buffer[length++] = character;
            }
        }

        return buffer[..length];
    }

    private static ActionKinds ProgramAt(ReadOnlySpan<char> name) => ProgramNames.IsStarted(name) ? ActionKinds.Program : ActionKinds.None;

    // file:name and file:./name are relative to the document, as any name is; and what is somebody else's is not there.
    private static ActionKinds OfFile(ReadOnlySpan<char> rest)
    {
        var slashes = rest.Length - rest.TrimStart("/\\").Length;
        var name = rest[slashes..];
        var end = name.IndexOfAny('/', '\\');
        var host = end < 0 ? name : name[..end];
        var isShare = slashes >= 4
            || (slashes == 2 && !host.IsEmpty && !host.Equals("localhost", StringComparison.OrdinalIgnoreCase) && !IsDrive(host));
        var isLost = (slashes == 0 && !IsDrive(host)) || ((slashes != 2 || IsDrive(host)) && LostFiles.Has(name));
        return (isShare ? ActionKinds.Share : isLost ? ActionKinds.File : ActionKinds.LocalFile) | ProgramAt(rest);
    }

    private static bool IsDrive(ReadOnlySpan<char> host) => host.Length >= 2 && char.IsAsciiLetter(host[0]) && host[1] is ':' or '|';

    private static bool IsRunnable(ReadOnlySpan<char> data)
    {
        var type = data[..(data.IndexOfAny(',', ';') is >= 0 and var end ? end : data.Length)];
        return type.Contains("html", StringComparison.OrdinalIgnoreCase) || type.Contains("script", StringComparison.OrdinalIgnoreCase)
            || type.Contains("xml", StringComparison.OrdinalIgnoreCase)
                || type.StartsWith("application/", StringComparison.OrdinalIgnoreCase);
    }

    // Pages that are printed to a document leave such links of their buttons behind: they do nothing, print or go back.
    private static bool IsIdle(ReadOnlySpan<char> code)
    {
        Span<char> plain = stackalloc char[code.Length];
        var length = 0;
        foreach (var letter in code)
        {
            plain[length] = char.ToLowerInvariant(letter);
            length += letter is ';' or ' ' ? 0 : 1;
        }

        return plain[..length] is "" or "void(0)" or "void0" or "print()" or "window.print()" or "self.print()" or "history.back()"
            or "window.history.back()" or "history.go(-1)" or "window.close()" or "self.close()" or "returnfalse" or "false" or "//";
    }

    private static ReadOnlySpan<char> PathOf(ReadOnlySpan<char> rest)
    {
        rest = rest.TrimStart('/');
        var start = rest.IndexOf('/');
        var path = start < 0 ? [] : rest[start..];
        return path[..(path.IndexOfAny('?', '#', ';') is >= 0 and var end ? end : path.Length)];
    }

    // .ex%65 is .exe to who saves it.
    private static ReadOnlySpan<char> Decoded(ReadOnlySpan<char> path, Span<char> buffer)
    {
        var length = 0;
        for (var i = 0; i < path.Length; i++)
        {
            byte code = 0;
            var isEscape = path[i] == '%' && i + 2 < path.Length
                && byte.TryParse(path.Slice(i + 1, 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code);
            buffer[length++] = isEscape ? (char)code : path[i];
            i += isEscape ? 2 : 0;
        }

        return buffer[..length];
    }
}
