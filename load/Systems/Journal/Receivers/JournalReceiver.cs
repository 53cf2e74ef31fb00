using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Processes;
using Load.Systems.Journal.Sending;

namespace Load.Systems.Journal.Receivers;

/// <summary>
/// The journal, new, in a folder of its own, durable and encrypting as it always is; or its listener alone, which drops what it receives.
/// </summary>
internal sealed class JournalReceiver : IReceiver
{
    private const string Data = "journal";
    private const string SenderKey = "sender.key";

    private readonly JournalProcess _process;
    private readonly DirectoryInfo _folder;
    private readonly string _certificate;
    private readonly bool _isDropping;

    private JournalReceiver(JournalProcess process, DirectoryInfo folder, string certificate, bool isDropping) =>
        (_process, _folder, _certificate, _isDropping, Http) =
        (process, folder, certificate, isDropping, new() { BaseAddress = process.Http });

    /// <summary>The client of the journal.</summary>
    public HttpClient Http { get; }

    /// <summary>The journal's folder lies in it, and goes with it.</summary>
    public string Folder => _folder.FullName;

    public ReceiverPorts Ports => new(_process.Udp, _process.Tcp)
    {
        Http = _process.Http.Port,
        Tls = _process.Tls,
        Relp = _process.Relp,
        Certificate = _certificate,
        SenderKey = Path.Combine(Folder, SenderKey),
    };

    public IReadOnlyList<IObservedProcess> Processes => [_process.Observed];

    public HostControl? Control => null;

    public bool IsOurs => true;

    public long? KeptBytes => _isDropping ? null : BytesIn("segments") + BytesIn("log");

    /// <param name="context">The run.</param>
    /// <param name="isDropping">Whether it is its listener alone.</param>
    /// <param name="cancellationToken">Ends the wait for it to be ready.</param>
    /// <param name="settings">Such as <c>ReceiveBufferBytes=65536</c>.</param>
    public static async Task<ISystemUnderTest> StartAsync(
        SetupContext context, bool isDropping, CancellationToken cancellationToken, params string[] settings)
    {
        var folder = Directory.CreateTempSubdirectory("lab-journal-");
        try
        {
            var data = Path.Combine(folder.FullName, Data);
            await JournalProcess.InitAsync(null, data, Path.Combine(folder.FullName, "reader.pem"), cancellationToken);
            await JournalProcess.AddSenderAsync(
                data, ForgedDatagrams.Sender, Path.Combine(folder.FullName, SenderKey), cancellationToken);
            var certificate = LabCertificate.WriteInto(folder.FullName);
            var log = Path.Combine(context.Folder.FullName, "journal.log");
            var process = isDropping
                ? JournalProcess.StartDroppingAsync(data, log, context.Processors, cancellationToken)
                : JournalProcess.StartAsync(
                    null, data, log, context.Processors, cancellationToken, [$"Certificate={certificate}", .. settings]);
            return new JournalReceiver(await process, folder, certificate, isDropping);
        }
        catch
        {
            folder.Delete(recursive: true);
            throw;
        }
    }

    public async Task<LineAccount> ReadAsync(CancellationToken cancellationToken)
    {
        var metrics = await Http.GetStringAsync("/metrics", cancellationToken);
        var (stored, refused) = (Sample("journal_records_total"), Sample("journal_lost{where=\"refused\"}"));
        return new(
            _isDropping ? refused : stored, Sample("journal_lost{where=\"kernel\"}"), Sample("journal_lost{where=\"here\"}"),
            _isDropping ? stored : refused);

        long Sample(string series) => (long)MetricsText.Sample(metrics, series);
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await _process.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    /// <summary>A partial tile that is gone by the time it is looked at is in a larger one.</summary>
    private long BytesIn(string name) => new DirectoryInfo(Path.Combine(Folder, Data, name))
        .EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Exists ? file.Length : 0);
}
