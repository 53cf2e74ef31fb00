using System.Text;
using Prober.Features.Configuration;

namespace Prober.Tests.Configuration;

/// <summary>Files with the keys and shapes of public EaseProbe files, with other names: each starts as it is.</summary>
public sealed class EaseProbeFilesTests : IDisposable
{
    private readonly TempDirectory _folder = new("files");

    public static TheoryData<string, int, string> Files => new()
    {
        { "the first page of its manual", 1, "http:\n  - name: A\n    url: https://a.test/a\n" },
        {
            "its container", 2, """
            http:
              - name: A
                url: https://a.test
            tcp:
              - name: B
                host: b.test:443
            settings:
              http: { ip: 0.0.0.0, port: 8181, refresh: 2m }
              sla: { schedule: "daily", time: "23:59" }
            """
        },
        {
            "pings, and a log that EaseProbe does not read", 2, """
            ping:
              - name: Seattle, Washington
                host: wa.ping.test
                count: 5
                lost: 0.2
                privileged: false
              - { name: New York / New Jersey, host: nj.ping.test }
            notify:
              log:
                - name: notify log file
                  file: /var/log/notify.log
            log:
              file: /var/log/probe.log
              level: "debug"
            """
        },
        {
            "a program, a database and a robot", 1, """
            shell:
              - name: 93-Flink Job
                cmd: "/home/soft/script/flink-monitor.sh"
                args:
                  - "http://127.0.0.1:8081/jobs/overview"
                contain: "ok"
            client:
              - name: 125-MySQL
                driver: "mysql"
                host: "127.0.0.1:3306"
                username: "root"
                password: "***"
            settings:
              log:
                level: debug
              sla:
                schedule : "daily"
                time: "23:00"
              probe:
                interval: 5m
              http:
                ip: 127.0.0.1
                port: 8181
            notify:
              dingtalk:
                - name: "alert service"
                  webhook: "https://ding.test/robot/send?access_token=****"
            """
        },
        {
            "hosts that nobody has", 2, """
            tcp:
              - name: local
                host: localhost:22
              - name: NeverExisted
                host: never_existed:22
            notify:
              log:
                - name: log file
                  file: /dev/stdout
            """
        },
        {
            "a group's own web host", 1, """
            tcp:
              - name: my python server
                host: 127.0.0.1:8001
            settings:
              pid: /tmp/easeprobe.pid
              name: MyService
              timeformat: "2004-01-01 00:00:00"
              sla:
                data: "-"
              probe:
                timeout: 2s
                interval: 15s
                failure: 2
                success: 1
            notify:
              teams:
                - name: "Teams notify"
                  webhook: "http://localhost:8000/notify"
            """
        },
        {
            "http with everything", 1, """
            http:
              - name: Special
                url: https://a.test
                proxy: http://proxy.test:8080
                method: GET
                headers: { User-Agent: Customized, X-head-one: xxxxxx }
                content_encoding: text/json
                body: '{ "FirstName": "A", "Email" : "user@a.test"}'
                username: username
                password: password
                ca: /path/to/file.ca
                cert: /path/to/file.crt
                key: /path/to/file.key
                insecure: true
                limit_redirects: true
                max_redirects: 3
                success_code:
                  - [200,206]
                  - [300,308]
                contain: "success"
                not_contain: "failure"
                regex: false
                eval:
                  doc: XML
                  expression: "x_time('//feed/updated') > '2022-07-01'"
                timeout: 10s
                failure: 2
                success: 1
            """
        },
        {
            "commands behind bastions", 3, """
            ssh:
              bastion:
                aws: { host: "aws.test:22", username: ubuntu, key: /path/to/bastion.pem }
                gcp: { host: ubuntu@gcp.test:22, key: /path/to/bastion.pem }
              servers:
                - { name: Redis, bastion: aws, host: "172.20.2.202:22", username: ubuntu, password: x, key: /path/to/private.key,
                    passphrase: x, cmd: redis-cli, args: [ "-h", "127.0.0.1", ping ], env: [ "REDISCLI_AUTH=abc" ], contain: PONG }
                - { name: Kafka, bastion: gcp, host: "172.10.1.100:22", username: ubuntu, key: /path/to/private.key,
                    cmd: "ps -ef | grep kafka" }
                - { name: Lost, bastion: nowhere, host: "172.10.1.101:22", username: ubuntu, password: x, cmd: "true" }
            """
        },
        {
            "machines", 2, """
            host:
              bastion:
                aws: { host: ubuntu@a.test, key: /path/to/bastion.pem }
              servers:
                - name : aws server
                  bastion: aws
                  host: ubuntu@172.20.2.202:22
                  key: /path/to/server.pem
                  disks:
                    - /
                    - /data
                  threshold:
                    cpu: 0.80
                    mem: 0.70
                    disk: 0.90
                    load: { m1: 0.5, m5: 0.9, m15: 0.9 }
                - { name : My VPS, host: user@a.test:22, key: /Users/user/.ssh/id_rsa }
            """
        },
        {
            "databases", 7, """
            client:
              - { name: R, driver: "redis", host: "localhost:6379", password: "abc", data: { key: val }, ca: /path/to/file.ca,
                  cert: /path/to/file.crt, key: /path/to/file.key }
              - name: My
                driver: "mysql"
                host: "localhost:3306"
                username: "root"
                password: "pass"
                data:
                  "test:product:name:id:1" : "A"
                  "test:employee:age:id:2" : 45
              - name: Mo
                driver: "mongo"
                host: "localhost:27017"
                username: "admin"
                password: "abc"
                timeout: 5s
                data:
                  "test:employee" : '{"name":"A B"}'
              - { name: Me, driver: "memcache", host: "localhost:11211", data: { key: val, "namespace:key": val } }
              - { name: K, driver: "kafka", host: "localhost:9093", ca: /path/to/file.ca, cert: /path/to/file.crt, key: /path/to/file.key }
              - { name: P, driver: "postgres", host: "localhost:5432", username: "postgres", password: "pass",
                  data: { "test:product:name:id:1": "A" } }
              - { name: Z, driver: "zookeeper", host: "localhost:2181", data: { "/path/to/key": "value" } }
            """
        },
        {
            "ports and certificates through proxies", 4, """
            tcp:
              - { name: SSH, host: "a.test:22", timeout: 10s, interval: 2m, proxy: socks5://proxy.test:1080 }
            tls:
              - name: expired test
                host: a.test:443
                proxy: socks5://proxy.test:1080
                insecure_skip_verify: true
                expire_skip_verify: true
                alert_expire_before: 168h
              - { name: private, host: "b.test:443", root_ca_pem_path: /pki/ca.crt }
            websocket:
              - { name: ws, url: "wss://a.test/asr/", headers: { Authorization: Bearer x }, proxy: "http://192.168.18.7",
                  labels: { idc: a } }
            """
        },
        {
            "all notifiers", 1, """
            ping: [{ name: P, host: 127.0.0.1, count: 5, lost: 0.2, privileged: true }]
            notify:
              log: [{ name: l, file: /tmp/l.log }, { name: s, file: syslog, host: "127.0.0.1:514", network: udp }]
              slack: [{ name: "A#Alert", webhook: "https://hooks.slack.test/x" }]
              discord: [{ name: "A#Alert2", webhook: "https://discord.test/x", avatar: "https://a.test/x.png", dry: true,
                  retry: { times: 3, interval: 10s } }]
              telegram: [{ name: t, token: "1:A", chat_id: -123456789 }]
              email: [{ name: e, server: "smtp.a.test:465", username: user@a.test, password: x, to: "user1@a.test;user2@a.test" }]
              aws_sns: [{ name: n, region: us-west-2, arn: "arn:aws:sns:us-west-2:1:x", endpoint: "https://sns.us-west-2.amazonaws.com",
                  credential: { id: A, key: B } }]
              wecom: [{ name: w, webhook: "https://wecom.test/?key=x" }]
              dingtalk: [{ name: d, webhook: "https://ding.test/?access_token=x", secret: "" }]
              lark: [{ name: la, webhook: "https://lark.test/x" }]
              sms: [{ name: sms, provider: "yunpian", key: x, mobile: "123456789,987654321", sign: "x" }]
              teams: [{ name: te, webhook: "https://teams.test/x" }]
              shell: [{ name: sh, cmd: "/bin/bash", args: ["-c", "/path/to/script.sh"], env: ["EASEPROBE=1"] }]
              ringcentral: [{ name: r, webhook: "https://ring.test/x" }]
              http: [{ name: h, url: "https://a.test/hook", success_status: 200, headers: [{ name: X, value: y }] }]
            """
        },
        {
            "the user of its former manuals", 2, """
            client:
              - { name: M, driver: "mysql", host: "localhost:3306", user: "root", password: "pass" }
              - { name: R, driver: "redis", host: "localhost:6379", user: "ada", password: "pass" }
            """
        },
        {
            "all settings", 0, """
            settings:
              name: "A"
              icon: "https://a.test/icon.png"
              pid: /var/run/easeprobe.pid
              http: { ip: 127.0.0.1, port: 8181, refresh: 5s, log: { file: /path/access.log, self_rotate: true, size: 10, age: 7,
                  backups: 5, compress: true } }
              sla: { schedule : "monthly", time: "23:59:59", data: /path/data.yaml, backups: 5, channels: [ops] }
              notify: { dry: true, retry: { times: 5, interval: 10s } }
              probe: { timeout: 30s, interval: 1m, failure: 2, success: 1, alert: { strategy: "regular", factor: 1, max: 5 } }
              log: { file: "/path/easeprobe.log", level: "debug", self_rotate: true, size: 10, age: 7, backups: 5, compress: true }
              timeformat: "2006-01-02 15:04:05 Z07:00"
              timezone: "America/New_York"
            """
        },
        {
            "a cluster with variables", 2, """
            http:
              - { name: A, url: "$WEB_SITE", channels: [Dev, Ops] }
              - { name: B, url: "${WEB_SITE}/health", channels: [Ops], regex: true, contain: "(?P<state>ok|fine)" }
            notify:
              email: [{ name: mail, server: "smtp.a.test:587", username: a@a.test, password: $PASS, to: b@a.test, channels: [Ops] }]
            """
        },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Files))]
    public void Read_PublicShape_StartsAsItIs(string what, int targets, string text)
    {
        var file = Read(text);

        file.Problems.ShouldBeEmpty(what);
        file.Targets.Count.ShouldBe(targets);
        var messages = new StringWriter();
        ValidateCommand.Run(_folder.Combine("probes.yaml"), false, Variable, messages, messages).ShouldBe(0);
    }

    /// <summary>Its benchmark: one target for each of a thousand names.</summary>
    [Theory]
    [InlineData("http", "url: https://")]
    [InlineData("tcp", "host: ")]
    public void Read_FileOfItsBenchmark_StartsAsItIs(string kind, string address)
    {
        var text = new StringBuilder($"{kind}:\n");
        for (var i = 0; i < 1000; i++)
        {
            text.Append($"  - name: name{i}.test\n    {address}name{i}.test{(kind == "tcp" ? ":443" : "")}\n");
        }

        text.Append("""
            notify:
              discord:
                 - name: "Test"
                   webhook: "https://discord.test/api/webhooks/..."
                   dry: true

            settings:
              name: "EaseProbeTest"
              http:
                ip: 0.0.0.0
                port: 8888
                refresh: 2m
                log:
                  file: /tmp/log/easeprobe.access.log
                  self_rotate: false
              probe:
                timeout: 30s
                interval: 30s
              sla:
                schedule: "none" # daily, weekly, monthly, none
                data: "data.http.1000/data.yaml"
            """);
        var file = Read(text.ToString());

        file.Problems.ShouldBeEmpty();
        file.Targets.Count.ShouldBe(1000);
        file.Sla.ShouldBeNull();
    }

    private static string? Variable(string name) => name switch { "WEB_SITE" => "https://a.test", "PASS" => "p", _ => null };

    private ProbesFile Read(string text)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), text);
        return ProbesFile.Read(_folder.Combine("probes.yaml"), Variable);
    }
}
