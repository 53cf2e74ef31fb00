using System.Text;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>The words of a message, within what a service takes.</summary>
internal static class MessageText
{
    private const string Left = "…";

    /// <summary>A mark, the title, the lines and the id. Of too many lines the last ones are left out, never the id.</summary>
    /// <param name="max">The bound of the whole, as <paramref name="size"/> measures it.</param>
    /// <param name="bold">What a service wants on both sides of a title.</param>
    public static string Whole(Notice notice, string id, int max, Func<string, int> size, string bold = "") =>
        Under(Cut($"{notice.Mark} {bold}{notice.Title}", max / 2, size) + bold, notice, id, max, size);

    /// <summary>The same without a mark.</summary>
    public static string Plain(Notice notice, string id, int max, Func<string, int> size) =>
        Under(Cut(notice.Title, max / 2, size), notice, id, max, size);

    /// <summary>The lines and the id.</summary>
    public static string Body(Notice notice, string id, int max, Func<string, int> size)
    {
        var end = $"\n({id})";
        return Cut(notice.Text, max - size(end), size) + end;
    }

    /// <summary>Never half of a letter that takes two characters.</summary>
    public static string Cut(string text, int max, Func<string, int> size)
    {
        if (size(text) <= max)
        {
            return text;
        }

        var (kept, room) = (new StringBuilder(), max - size(Left));
        foreach (var rune in text.EnumerateRunes())
        {
            var letter = $"{rune}";
            room -= size(letter);
            if (room < 0)
            {
                break;
            }

            kept.Append(letter);
        }

        return $"{kept}{Left}";
    }

    private static string Under(string title, Notice notice, string id, int max, Func<string, int> size) =>
        $"{title}\n{Body(notice, id, max - size(title) - 1, size)}";

    /// <summary>UTF-16, as JavaScript counts: what most services call characters.</summary>
    public static int Characters(string text) => text.Length;

    /// <summary>UTF-8.</summary>
    public static int Bytes(string text) => Encoding.UTF8.GetByteCount(text);
}
