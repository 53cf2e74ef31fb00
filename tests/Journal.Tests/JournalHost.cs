using System.Text;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Features.Udp;
using Journal.Log.Folders;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Verifying;
using Journal.Log.Writing;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using LoggedRecord = Tests.Common.LogRecord;
using LogRecord = Journal.Log.Frames.LogRecord;

namespace Journal.Tests;

/// <summary>A journal in this process, on free ports, in a folder of its own.</summary>
internal sealed class JournalHost : IAsyncDisposable
{
    /// <summary>All hosts have one: making a key takes long.</summary>
    public static readonly ReaderKey Reader = ReaderKey.Create();

    private readonly TempDirectory? _directory;
    private readonly WebApplication _app;
    private readonly LogSink _log;
    private readonly LogScope _clean;
    private bool _ended;

    private JournalHost(JournalFolder folder, TempDirectory? directory, WebApplication app, LogSink log, Func<LoggedRecord, bool>? expected)
    {
        (Folder, _directory, _app, _log) = (folder, directory, app, log);
        _clean = log.ExpectClean(expected);
        var addresses = app.Services.Addresses();
        Http = addresses[0];
        Addresses = [.. addresses.Select(address => address.Scheme)];
        Grpc = addresses.Where(address => address.Scheme == Uri.UriSchemeHttp).ElementAtOrDefault(1);
        (Forward, Beats) = (PortOf("forward"), PortOf("beats"));
        Https = addresses.FirstOrDefault(address => address.Scheme == Uri.UriSchemeHttps);
        (Tcp, Tls, Relp) = (PortOf("syslog+tcp") ?? 0, PortOf("syslog+tls"), PortOf("relp") ?? 0);
        Udp = app.Services.GetRequiredService<UdpListener>().Endpoint?.Port ?? 0;

        int? PortOf(string scheme) => addresses.FirstOrDefault(address => address.Scheme == scheme)?.Port;
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public Uri Http { get; }

    /// <summary>Only with a certificate.</summary>
    public Uri? Https { get; }

    /// <summary>Only with a port for it.</summary>
    public Uri? Grpc { get; }

    /// <inheritdoc cref="Grpc"/>
    public int? Forward { get; }

    /// <inheritdoc cref="Grpc"/>
    public int? Beats { get; }

    /// <summary>Schemes of what it listens on, as its log names them.</summary>
    public IReadOnlyList<string> Addresses { get; }

    /// <summary>0 where it is closed, as the other ports are.</summary>
    public int Udp { get; }

    public int Tcp { get; }

    public int? Tls { get; }

    public int Relp { get; }

    public IServiceProvider Services => _app.Services;

    public JournalWriter Writer => Services.GetRequiredService<JournalWriter>();

    public JournalFolder Folder { get; }

    /// <summary>Its log.</summary>
    public IEnumerable<string> Logged => _log.Records.Select(record => record.Message);

    public static Task<JournalHost> StartAsync(params string[] settings) => StartWithAsync(_ => { }, settings);

    /// <param name="writer">How it writes.</param>
    /// <param name="settings">Such as <c>MaxMessageBytes=480</c>, without the leading section.</param>
    public static Task<JournalHost> StartAsync(WriterSettings writer, params string[] settings) =>
        StartWithAsync(services => services.AddSingleton(writer), settings);

    /// <param name="replace">Puts other services in the place of the host's own.</param>
    /// <param name="settings">Without the leading section.</param>
    public static async Task<JournalHost> StartWithAsync(Action<IServiceCollection> replace, params string[] settings)
    {
        var directory = new TempDirectory("journal");
        try
        {
            return await StartAsync(Make(directory), directory, replace, null, settings);
        }
        catch
        {
            directory.Dispose();
            throw;
        }
    }

    /// <summary>Makes a journal's folder that outlives the hosts on it.</summary>
    public static JournalFolder Make(TempDirectory directory)
    {
        var folder = new JournalFolder(directory.Combine("journal"));
        JournalMaker.Make(folder, null, [new("reader.pem", Reader.ExportPublic())]);
        return folder;
    }

    /// <param name="folder">As <see cref="Make"/> has made it.</param>
    /// <param name="expected">Errors that may be logged; null for none.</param>
    /// <param name="settings">Without the leading section.</param>
    public static Task<JournalHost> StartOnAsync(JournalFolder folder, Func<LoggedRecord, bool>? expected, params string[] settings) =>
        StartAsync(folder, null, _ => { }, expected, settings);

    private static async Task<JournalHost> StartAsync(
        JournalFolder folder, TempDirectory? directory, Action<IServiceCollection> replace, Func<LoggedRecord, bool>? expected,
        string[] settings)
    {
        var log = new LogSink();
        string[] own =
            [$"DataDirectory={folder.Path}", "HttpPort=0", "HttpsPort=0", "TcpPort=0", "UdpPort=0", "TlsPort=0", "RelpPort=0",
                "FrameInterval=10ms"];
        var builder = WebApplication.CreateBuilder([.. own.Concat(settings).Select(setting => $"--Journal:{setting}")]);
        builder.Services.AddJournalSettings();
        builder.AddJournal();
        builder.Logging.ClearProviders().AddProvider(log);
        replace(builder.Services);
        var app = builder.Build();
        try
        {
            app.UseJournal();
            await app.StartAsync(TestContext.Current.CancellationToken).Within();
        }
        catch
        {
            await app.DisposeAsync();
            throw;
        }

        return new(folder, directory, app, log, expected);
    }

    /// <summary>Waits until so many records are durable.</summary>
    public Task UntilAsync(long records) => Deadline.UntilAsync(() => Writer.NextSequence >= records);

    /// <summary>All records that are durable.</summary>
    public IReadOnlyList<LogRecord> Records() =>
    [
        .. new LogReader(Folder, Reader, _ => null).Read(0, _ => true)
            .SelectMany(frame => frame.Records.Select(record => record with { Message = record.Message.ToArray() })),
    ];

    public IReadOnlyList<string> Lines() => [.. Records().Select(record => Encoding.UTF8.GetString(record.Message.Span))];

    /// <summary>Stops the host, and verifies what it leaves.</summary>
    public async Task<VerifyReport> StopAsync()
    {
        await EndAsync();
        return new Verifier(new(Folder) { Reader = Reader }, TimeProvider.System).Run(TestContext.Current.CancellationToken);
    }

    public async Task<string> ReplayAsync(ReplayFilter filter, string format)
    {
        using var output = new MemoryStream();
        (await ReplayAsync(new(Folder, filter, RecordFormats.Of(format), TextWriter.Null), new StreamSink(output), Token)).ShouldBe(0);
        return Encoding.UTF8.GetString(output.ToArray());
    }

    public static Task<int> ReplayAsync(ReplayCommand command, IReplaySink sink, CancellationToken cancellationToken) =>
        command.RunAsync(Reader, null, sink, cancellationToken).Within();

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _directory?.Dispose();
        _clean.Dispose();
    }

    private async Task EndAsync()
    {
        if (!_ended)
        {
            _ended = true;
            await _app.StopAsync(CancellationToken.None).Within();
            await _app.DisposeAsync().Within();
        }
    }
}
