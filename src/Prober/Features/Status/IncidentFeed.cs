using System.Globalization;
using System.Net;
using System.Text;
using System.Xml;
using Prober.Features.History.Storage;

namespace Prober.Features.Status;

/// <summary>
/// The updates of incidents as RSS 2.0 (rssboard.org/rss-specification) and Atom (RFC 4287), the newest first. What people wrote is text:
/// readers that take RSS's description for HTML get it escaped once more.
/// </summary>
internal static class IncidentFeed
{
    private const string Atom1 = "http://www.w3.org/2005/Atom";
    private const string Title = "Status";
    private const string Subtitle = "Incidents, as people wrote them down.";
    private const int MaxEntries = 50;

    private static readonly XmlWriterSettings Settings = new() { Indent = true, Encoding = new UTF8Encoding(false) };

    /// <param name="page">The address of the status page.</param>
    public static string Rss(IReadOnlyList<Incident> incidents, Uri page) => Write(xml =>
    {
        xml.WriteStartElement("rss");
        xml.WriteAttributeString("version", "2.0");
        xml.WriteAttributeString("xmlns", "atom", null, Atom1);
        xml.WriteStartElement("channel");
        xml.WriteElementString("title", Title);
        xml.WriteElementString("link", page.AbsoluteUri);
        xml.WriteElementString("description", Subtitle);
        Link(xml, "self", $"{page.AbsoluteUri}/feed.rss", "application/rss+xml");
        foreach (var (incident, update) in Entries(incidents))
        {
            xml.WriteStartElement("item");
            xml.WriteElementString("title", TitleOf(incident, update));
            xml.WriteElementString("link", LinkOf(incident, page));
            xml.WriteElementString(
                "description", WebUtility.HtmlEncode(update.Text).Replace("\n", "<br>\n", StringComparison.Ordinal));
            xml.WriteElementString("pubDate", TimeOf(update).ToString("r", CultureInfo.InvariantCulture));
            xml.WriteStartElement("guid");
            xml.WriteAttributeString("isPermaLink", "false");
            xml.WriteString(IdOf(incident, update, page));
            xml.WriteEndElement();
            xml.WriteEndElement();
        }
    });

    /// <inheritdoc cref="Rss"/>
    public static string Atom(IReadOnlyList<Incident> incidents, Uri page) => Write(xml =>
    {
        var entries = Entries(incidents).ToList();
        xml.WriteStartElement("feed", Atom1);
        xml.WriteElementString("title", Atom1, Title);
        xml.WriteElementString("subtitle", Atom1, Subtitle);
        xml.WriteElementString("id", Atom1, page.AbsoluteUri);
        xml.WriteElementString("updated", Atom1, Stamp(entries.Count > 0 ? TimeOf(entries[0].Update) : DateTimeOffset.UnixEpoch));
        xml.WriteStartElement("author", Atom1);
        xml.WriteElementString("name", Atom1, "Prober");
        xml.WriteEndElement();
        Link(xml, "self", $"{page.AbsoluteUri}/feed.atom", "application/atom+xml");
        Link(xml, "alternate", page.AbsoluteUri, "text/html");
        foreach (var (incident, update) in entries)
        {
            xml.WriteStartElement("entry", Atom1);
            xml.WriteElementString("title", Atom1, TitleOf(incident, update));
            xml.WriteElementString("id", Atom1, IdOf(incident, update, page));
            xml.WriteElementString("updated", Atom1, Stamp(TimeOf(update)));
            Link(xml, "alternate", LinkOf(incident, page), "text/html");
            xml.WriteStartElement("content", Atom1);
            xml.WriteAttributeString("type", "text");
            xml.WriteString(update.Text);
            xml.WriteEndElement();
            xml.WriteEndElement();
        }
    });

    private static IEnumerable<(Incident Incident, IncidentUpdate Update)> Entries(IReadOnlyList<Incident> incidents) =>
        incidents.SelectMany(incident => incident.Updates.Select(update => (incident, update)))
            .OrderByDescending(one => one.update.At).ThenByDescending(one => one.update.Number).Take(MaxEntries);

    private static string Write(Action<XmlWriter> write)
    {
        using var bytes = new MemoryStream();
        using (var xml = XmlWriter.Create(bytes, Settings))
        {
            write(xml); // the writer ends the elements that are open
        }

        return Encoding.UTF8.GetString(bytes.GetBuffer(), 0, (int)bytes.Length);
    }

    private static void Link(XmlWriter xml, string relation, string address, string type)
    {
        xml.WriteStartElement("link", Atom1);
        xml.WriteAttributeString("rel", relation);
        xml.WriteAttributeString("href", address);
        xml.WriteAttributeString("type", type);
        xml.WriteEndElement();
    }

    private static string TitleOf(Incident incident, IncidentUpdate update) => $"{incident.Title} ({update.State})";

    private static string LinkOf(Incident incident, Uri page) => $"{page.AbsoluteUri}#incident-{incident.Id}";

    /// <summary>An address that stays the same: it names the update, and nothing is to be fetched there.</summary>
    private static string IdOf(Incident incident, IncidentUpdate update, Uri page) =>
        $"{page.AbsoluteUri}#incident-{incident.Id}-{update.Number}";

    private static DateTimeOffset TimeOf(IncidentUpdate update) => DateTimeOffset.FromUnixTimeMilliseconds(update.At);

    private static string Stamp(DateTimeOffset at) => at.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);
}
