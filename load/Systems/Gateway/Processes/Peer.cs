using System.Diagnostics;
using Load.Machine;

namespace Load.Systems.Gateway.Processes;

/// <summary>
/// A proxy that others wrote, with the settings that make it a fair peer: one thread, connections kept, nothing buffered. YARP is a
/// library: the lab's own program around it has as many threads as the gateway.
/// </summary>
/// <param name="Name">The program, and the row's transport.</param>
/// <param name="Arguments">The arguments of a program that stays in the foreground; given its configuration file.</param>
/// <param name="Configuration">Given the folder for its files, its own HTTP and gRPC ports, and the analyzer's.</param>
internal sealed record Peer(string Name, Func<string, string[]> Arguments, Func<string, int[], Uri, Uri, string> Configuration)
{
    private const string YarpProject = "Yarp.Peer";

    public static Peer Nginx { get; } = new("nginx", file => ["-e", "stderr", "-c", file], (folder, ports, http, grpc) =>
        $$"""
        daemon off;
        master_process off;
        worker_processes 1;
        pid {{folder}}/nginx.pid;
        error_log stderr;
        events { worker_connections 8192; }
        http {
          access_log off;
          client_max_body_size 0;
          client_body_buffer_size 64k;
          client_body_temp_path {{folder}};
          proxy_temp_path {{folder}};
          fastcgi_temp_path {{folder}};
          uwsgi_temp_path {{folder}};
          scgi_temp_path {{folder}};
          keepalive_requests 10000000;
          upstream rest { server {{http.Authority}}; keepalive 256; keepalive_requests 10000000; }
          upstream grpc { server {{grpc.Authority}}; keepalive 256; keepalive_requests 10000000; }
          server {
            listen 127.0.0.1:{{ports[0]}};
            location / {
              proxy_pass http://rest;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              proxy_set_header Host $host; # the client's, as our gateway has it: analyzers on loopback go by no other name
              proxy_request_buffering off;
              proxy_buffering off;
            }
          }
          server {
            listen 127.0.0.1:{{ports[1]}} http2;
            location / { grpc_pass grpc://grpc; grpc_set_header Host $host; }
          }
        }

        """);

    public static Peer Haproxy { get; } = new("haproxy", file => ["-db", "-f", file], (_, ports, http, grpc) =>
        $"""
        global
          nbthread 1
          tune.bufsize 65536
          maxconn 8192
        defaults
          mode http
          timeout connect 5s
          timeout client 60s
          timeout server 60s
          http-reuse always
        frontend rest
          bind 127.0.0.1:{ports[0]}
          default_backend rest
        backend rest
          server analyzer {http.Authority}
        frontend grpc
          bind 127.0.0.1:{ports[1]} proto h2
          default_backend grpc
        backend grpc
          server analyzer {grpc.Authority} proto h2

        """);

    /// <summary>The same server and HTTP client as the gateway's.</summary>
    public static Peer Yarp { get; } = new("yarp", file => [BuiltAssembly.Find(YarpProject), file], (_, ports, http, grpc) =>
        $$"""{ "HttpPort": {{ports[0]}}, "GrpcPort": {{ports[1]}}, "Rest": "{{http}}", "Grpc": "{{grpc}}" }""")
    {
        Runs = "dotnet",
        Project = YarpProject,
    };

    public static IReadOnlyList<Peer> All { get; } = [Nginx, Haproxy, Yarp];

    /// <summary>The file name of the program.</summary>
    public string Runs { get; init; } = Name;

    /// <summary>The lab's own project that has to be built first; null for a program that is installed.</summary>
    public string? Project { get; init; }

    /// <summary>The row's transport for gRPC in, gRPC out.</summary>
    public string GrpcName => $"{Name}-grpc";

    /// <summary>Why it cannot be measured here; null when it can.</summary>
    public string? Obstacle => Program is null ? $"{Name} is not installed" : null;

    /// <summary>Debian keeps servers where only the administrator's shell looks.</summary>
    private string? Program => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Append("/usr/sbin")
        .Select(folder => Path.Combine(folder, Runs)).FirstOrDefault(File.Exists);

    /// <returns>A process that answers.</returns>
    /// <exception cref="LabException">It did not start.</exception>
    public async Task<RunningPeer> StartAsync(
        Uri http, Uri grpc, string logPath, Processors? processors, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("lab-peer-");
        try
        {
            var (child, ports) = await OnFreePorts.StartAsync(
                2, Launch, drawn => new(Loopback(drawn[0]), "/healthz/ready"), cancellationToken);
            return new(this, child, folder, Loopback(ports[0]), Loopback(ports[1]));
        }
        catch
        {
            folder.Delete(recursive: true);
            throw;
        }

        ChildProcess Launch(int[] ports)
        {
            var file = Path.Combine(folder.FullName, $"{Name}.conf");
            File.WriteAllText(file, Configuration(folder.FullName, ports, http, grpc));
            var start = new ProcessStartInfo(Program!, Arguments(file))
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            return ChildProcess.Start(Name, start, logPath, metrics: null, processors);
        }

        static Uri Loopback(int port) => new($"http://127.0.0.1:{port}");
    }
}

/// <summary>A peer in front of an analyzer.</summary>
internal sealed record RunningPeer(Peer Peer, ChildProcess Process, DirectoryInfo Folder, Uri Http, Uri Grpc) : IAsyncDisposable
{
    /// <summary>It knows nothing of the end of its input, and has nothing to lose.</summary>
    public async ValueTask DisposeAsync()
    {
        await Process.KillAsync(CancellationToken.None);
        await Process.DisposeAsync();
        Folder.Delete(recursive: true);
    }
}
