using System.Text.RegularExpressions;
using Load.Machine;

namespace Load.Systems.Prober.Processes;

/// <summary>The targets: the lab's own farm, and for plain rows nginx beside its name server.</summary>
internal sealed partial class FarmProcess : IAsyncDisposable
{
    public const string Project = "Farm";

    private readonly HttpClient _client = new() { Timeout = FarmReading.MaxWait };
    private readonly ChildProcess _farm;
    private readonly ChildProcess? _nginx;
    private readonly int[] _ports;
    private readonly DirectoryInfo _folder;

    private FarmProcess(ChildProcess farm, ChildProcess? nginx, int[] ports, DirectoryInfo folder) =>
        (_farm, _nginx, _ports, _folder) = (farm, nginx, ports, folder);

    /// <summary>The processes; the one that answers the probes comes first.</summary>
    public IReadOnlyList<IObservedProcess> Processes => _nginx is null ? [_farm] : [_nginx, _farm];

    public int DnsPort => _ports[4];

    /// <summary>The certificate of the authority that signed the farm's.</summary>
    public string Authority => Path.Combine(_folder.FullName, "ca.pem");

    /// <summary>Whether nginx answers the probes.</summary>
    public bool IsNginx => _nginx is not null;

    private Uri Control => At(_ports[0]);

    /// <exception cref="LabException">It did not start.</exception>
    public static async Task<FarmProcess> StartAsync(bool withNginx, string logFolder, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("lab-farm-");
        ChildProcess? farm = null;
        try
        {
            (farm, var ports) = await OnFreePorts.StartAsync(5, Farm, drawn => At(drawn[0]), cancellationToken);
            if (!withNginx)
            {
                return new(farm, null, ports, folder);
            }

            var (nginx, more) = await OnFreePorts.StartAsync(3, Nginx, drawn => At(drawn[2]), cancellationToken);
            return new(farm, nginx, [.. ports, .. more], folder);
        }
        catch
        {
            await (farm?.DisposeAsync() ?? ValueTask.CompletedTask);
            folder.Delete(recursive: true);
            throw;
        }

        ChildProcess Farm(int[] ports)
        {
            var start = DotNet.Start(BuiltAssembly.Find(Project), ["serve", folder.FullName, .. ports.Select(port => $"{port}")]);
            start.Environment["DOTNET_gcServer"] = "0";
            return ChildProcess.Start("Farm", start, Path.Combine(logFolder, "farm.log"), metrics: null);
        }

        ChildProcess Nginx(int[] ports)
        {
            var file = Path.Combine(folder.FullName, "nginx.conf");
            File.WriteAllText(file, Configuration(folder.FullName, ports));
            return ChildProcess.Start(
                "nginx", PeerProgram.Nginx.Start("-e", "stderr", "-c", file), Path.Combine(logFolder, "nginx.log"), metrics: null);
        }
    }

    /// <summary>The port where probes of a kind arrive.</summary>
    public int PortOf(string kind) => (kind, _nginx) switch
    {
        ("http", not null) => _ports[5],
        ("https", not null) => _ports[6],
        ("http", _) => _ports[1],
        ("https", _) => _ports[2],
        _ => _ports[3],
    };

    public async Task<FarmReading> CountsAsync(CancellationToken cancellationToken)
    {
        if (_nginx is null)
        {
            return await FarmReading.ReadAsync(_client, Control, cancellationToken);
        }

        // "accepts handled requests", then the three numbers. Every connection of a probe is one request; the question itself is another.
        return await FarmReading.ReadAsync(_client, At(_ports[7]), cancellationToken, text =>
        {
            var requests = Numbers().Match(text).Groups[1].Value;
            return $"ok visited {requests}\nok good {requests}\nok handshakes {requests}";
        });
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        if (_nginx is not null)
        {
            await _nginx.KillAsync(CancellationToken.None); // It knows nothing of the end of its input.
            await _nginx.DisposeAsync();
        }

        await _farm.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    private static Uri At(int port) => new($"http://127.0.0.1:{port}/");

    private static string Configuration(string folder, int[] ports) =>
        $$"""
        daemon off;
        master_process off;
        worker_processes 1;
        worker_rlimit_nofile 65536;
        pid {{folder}}/nginx.pid;
        error_log stderr crit;
        events { worker_connections 16384; }
        http {
          access_log off;
          client_body_temp_path {{folder}};
          proxy_temp_path {{folder}};
          fastcgi_temp_path {{folder}};
          uwsgi_temp_path {{folder}};
          scgi_temp_path {{folder}};
          keepalive_timeout 0;
          server { listen 127.0.0.1:{{ports[0]}} backlog=4096; location / { return 200 "ok\n"; } }
          server {
            listen 127.0.0.1:{{ports[1]}} ssl backlog=4096;
            ssl_certificate {{folder}}/own.pem;
            ssl_certificate_key {{folder}}/own.key;
            ssl_protocols TLSv1.3;
            ssl_session_tickets off;
            ssl_session_cache off;
            location / { return 200 "ok\n"; }
          }
          server { listen 127.0.0.1:{{ports[2]}}; location / { stub_status; } }
        }

        """;

    [GeneratedRegex(@"requests\s+\d+ \d+ (\d+)")]
    private static partial Regex Numbers();
}
