using System.Collections.Concurrent;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Hosting.Settings;

/// <summary>The comments of properties, which the compiler writes into a file beside each assembly.</summary>
internal static partial class DocComments
{
    private static readonly ConcurrentDictionary<Assembly, Dictionary<string, XElement>> Files = new();

    /// <returns>The summary as text; empty when the property has none, or the file is absent.</returns>
    public static string Of(PropertyInfo property)
    {
        var type = property.DeclaringType!;
        return Files.GetOrAdd(type.Assembly, Read).TryGetValue($"P:{type.FullName?.Replace('+', '.')}.{property.Name}", out var member)
            ? Spaces().Replace(string.Concat(member.Element("summary")?.Nodes().Select(Text) ?? []), " ").Trim()
            : "";
    }

    private static Dictionary<string, XElement> Read(Assembly assembly)
    {
        var path = Path.Combine(AppContext.BaseDirectory, $"{assembly.GetName().Name}.xml");
        try
        {
            return XDocument.Load(path).Descendants("member").Where(member => member.Attribute("name") is not null)
                .GroupBy(member => member.Attribute("name")!.Value).ToDictionary(same => same.Key, same => same.First());
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or XmlException)
        {
            return [];
        }
    }

    private static string Text(XNode node) => node switch
    {
        XText text => text.Value,
        XElement { HasElements: false, IsEmpty: true } reference => Name(reference.Attributes().FirstOrDefault()?.Value ?? ""),
        XElement element => string.Concat(element.Nodes().Select(Text)),
        _ => "",
    };

    // P:Journal.Features.Settings.JournalOptions.Retention, or a keyword.
    private static string Name(string reference) => reference[(reference.Split('(')[0].LastIndexOf('.') + 1)..];

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
