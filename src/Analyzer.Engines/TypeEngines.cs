using Analyzer.Engines.ActiveMime;
using Analyzer.Engines.Cab;
using Analyzer.Engines.Calendar;
using Analyzer.Engines.Cms;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Disks;
using Analyzer.Engines.Eicar;
using Analyzer.Engines.Gzip;
using Analyzer.Engines.Html;
using Analyzer.Engines.Mail;
using Analyzer.Engines.Media;
using Analyzer.Engines.Ole;
using Analyzer.Engines.OneNote;
using Analyzer.Engines.Pdf;
using Analyzer.Engines.Programs;
using Analyzer.Engines.Rar;
using Analyzer.Engines.Rtf;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.SevenZip;
using Analyzer.Engines.Shortcuts;
using Analyzer.Engines.Tar;
using Analyzer.Engines.Tnef;
using Analyzer.Engines.Xlsb;
using Analyzer.Engines.Xml;
using Analyzer.Engines.Zip;

namespace Analyzer.Engines;

/// <summary>The engines, one for each type of file. Another type is another folder and another line here.</summary>
internal static class TypeEngines
{
    public static ITypeEngine[] Create() =>
    [
        new EicarEngine(),
        new ZipEngine(), // before PDF: an archive may hold one in its first bytes
        new RarEngine(),
        new SevenZipEngine(),
        new CabEngine(),
        new TarEngine(),
        new GzipEngine(),
        new OleEngine(),
        new OneNoteEngine(),
        new TnefEngine(),
        new RtfEngine(),
        new PdfEngine(),
        new ProgramEngine(),
        new MediaEngine(),
        new XlsbEngine(),
        new ShellLinkEngine(),
        new CalendarEngine(), // before mail: its lines look like headers
        new MailEngine(),
        new CmsEngine(),
        new ActiveMimeEngine(),
        new TextShortcutEngine(),
        new RemoteDesktopEngine(),
        new SetupInformationEngine(),
        new XmlEngine(),
        new HtmlEngine(),
        new TextEngine(), // after all others whose files are text
        new DiskEngine(), // last: it takes what nobody knows
    ];
}
