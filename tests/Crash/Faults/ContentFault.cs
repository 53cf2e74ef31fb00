using System.Text;

namespace Crash.Faults;

/// <summary>Compares what a system answers with what it acknowledged.</summary>
internal static class ContentFault
{
    private const int BytesToShow = 40;

    /// <returns>The first difference, in words; null if the two are equal byte for byte.</returns>
    public static string? Between(byte[] acknowledged, byte[] content)
    {
        var common = acknowledged.AsSpan().CommonPrefixLength(content);
        return common == acknowledged.Length && common == content.Length
            ? null
            : $"differs from the acknowledged one from byte {common} on: "
                + $"'{Excerpt(content, common)}' instead of '{Excerpt(acknowledged, common)}'";
    }

    private static string Excerpt(byte[] content, int start) =>
        Encoding.UTF8.GetString(content.AsSpan(start, Math.Min(BytesToShow, content.Length - start)));
}
