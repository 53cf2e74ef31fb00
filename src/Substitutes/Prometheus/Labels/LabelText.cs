using System.Text;

namespace Prometheus;

/// <summary>The part between the braces, <c>a="1",b="2"</c>, which both formats write alike.</summary>
internal static class LabelText
{
    public static byte[] Encode(IEnumerable<Label> labels) =>
        Encoding.UTF8.GetBytes(string.Join(',', labels.Select(label => $"{label.Name}=\"{Escape(label.Value)}\"")));

    private static string Escape(string value) =>
        value.Replace(@"\", @"\\", StringComparison.Ordinal)
            .Replace("\"", "\\\"", StringComparison.Ordinal)
            .Replace("\n", @"\n", StringComparison.Ordinal);
}

/// <summary>One label of a time series.</summary>
internal readonly record struct Label(string Name, string Value);
