using System.Buffers.Binary;
using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Shortcuts;

/// <summary>What a shortcut of Windows says (MS-SHLLINK).</summary>
/// <param name="Target">The path, as far as it is told.</param>
/// <param name="Icon">Where its picture lies; null when it does not say.</param>
/// <param name="PanelItem">The file of the item of the Control Panel that it opens; null when it opens none, or names no file.</param>
/// <param name="Length">The bytes that it accounts for.</param>
internal sealed record ShellLink(string Target, string Arguments, string? Icon, string? PanelItem, int Length)
{
    public const int HeaderLength = 0x4C;

    // {21EC2020-3AEA-1069-A2DD-08002B30309D}
    private static readonly byte[] ControlPanel =
        [0x20, 0x20, 0xEC, 0x21, 0xEA, 0x3A, 0x69, 0x10, 0xA2, 0xDD, 0x08, 0x00, 0x2B, 0x30, 0x30, 0x9D];

    private const int HasIdList = 1 << 0;
    private const int HasLinkInfo = 1 << 1;
    private const int HasName = 1 << 2;
    private const int HasRelativePath = 1 << 3;
    private const int HasWorkingDirectory = 1 << 4;
    private const int HasArguments = 1 << 5;
    private const int HasIcon = 1 << 6;
    private const int IsUnicode = 1 << 7;

    public static ShellLink Parse(ReadOnlySpan<byte> file)
    {
        var flags = BinaryPrimitives.ReadInt32LittleEndian(file[0x14..]);
        var rest = file[Math.Min(file.Length, HeaderLength)..];
        var target = new StringBuilder();
        string? panelItem = null;
        if ((flags & HasIdList) != 0)
        {
            var items = Take(ref rest, 2, Size16(rest));
            target.Append(Texts(items));
            panelItem = items.IndexOf(ControlPanel) is >= 0 and var panel
                ? Runs(items[(panel + ControlPanel.Length)..]).Find(static text => text.Contains('\\', StringComparison.Ordinal)) : null;
        }

        if ((flags & HasLinkInfo) != 0)
        {
            target.Append(' ').Append(Texts(Take(ref rest, 0, Size32(rest))));
        }

        var isWide = (flags & IsUnicode) != 0;
        _ = (flags & HasName) != 0 ? TakeText(ref rest, isWide) : "";
        target.Append(' ').Append((flags & HasRelativePath) != 0 ? TakeText(ref rest, isWide) : "");
        _ = (flags & HasWorkingDirectory) != 0 ? TakeText(ref rest, isWide) : "";
        var arguments = (flags & HasArguments) != 0 ? TakeText(ref rest, isWide) : "";
        var icon = (flags & HasIcon) != 0 ? TakeText(ref rest, isWide) : null;

        // Blocks of extra data, up to one of less than four bytes.
        while (Size32(rest) is >= 4 and var length && length <= rest.Length)
        {
            target.Append(' ').Append(length is 0x314 or 0x308 ? Texts(rest[8..length]) : ""); // environment variables, icon
            rest = rest[length..];
        }

        rest = rest[Math.Min(rest.Length, sizeof(uint))..];
        return new(target.ToString(), arguments, icon, panelItem, file.Length - rest.Length);
    }

    private static int Size16(ReadOnlySpan<byte> bytes) => bytes.Length < 2 ? 0 : BinaryPrimitives.ReadUInt16LittleEndian(bytes);

    private static int Size32(ReadOnlySpan<byte> bytes) =>
        bytes.Length < 4 ? 0 : (int)Math.Min(int.MaxValue, BinaryPrimitives.ReadUInt32LittleEndian(bytes));

    private static ReadOnlySpan<byte> Take(ref ReadOnlySpan<byte> bytes, int skipped, int length)
    {
        bytes = bytes[Math.Min(skipped, bytes.Length)..];
        var taken = bytes[..Math.Min(length, bytes.Length)];
        bytes = bytes[taken.Length..];
        return taken;
    }

    private static string TakeText(ref ReadOnlySpan<byte> bytes, bool isWide)
    {
        var text = Take(ref bytes, 2, Size16(bytes) * (isWide ? 2 : 1));
        return isWide ? Encoding.Unicode.GetString(text) : PlainText.Decode(text);
    }

    private static string Texts(ReadOnlySpan<byte> bytes) => string.Concat(Runs(bytes).Select(static run => run + "\\"));

    /// <summary>The runs of letters in binary data, narrow or wide: names of folders and files among them.</summary>
    private static List<string> Runs(ReadOnlySpan<byte> bytes)
    {
        var texts = new List<string>();
        var run = new StringBuilder();
        for (var i = 0; i <= bytes.Length; i++)
        {
            var letter = i < bytes.Length ? bytes[i] : (byte)1;
            if (letter is >= (byte)' ' and <= (byte)'~')
            {
                run.Append((char)letter);
            }
            else if (letter != 0 || run.Length == 0 || i + 1 >= bytes.Length || bytes[i + 1] is < (byte)' ' or > (byte)'~')
            {
                if (run.Length >= 4)
                {
                    texts.Add(run.ToString());
                }

                run.Clear();
            }
        }

        return texts;
    }
}
