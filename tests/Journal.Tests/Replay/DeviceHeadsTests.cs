using System.Globalization;
using System.Text;
using Journal.Features.Replay;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Tests.Replay;

/// <summary>Heads in the forms of network devices, and lines of servers' own files.</summary>
public sealed class DeviceHeadsTests
{
    private static readonly DateTimeOffset Received = new(2026, 11, 26, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("<33>0 2026-11-26T11:40:00+01:00 h app - - - x", 1, "2026-11-26T10:40:00Z", "h", "app", null)]
    [InlineData("<165>4 2026-11-26T11:40:00Z h app - 1 [a@1 b=\"3\"] x", 5, "2026-11-26T11:40:00Z", "h", "app", null)]
    [InlineData("<1>3 - - - - - - x", 1, null, null, null, null)]
    [InlineData("<190>2026-11-26T11:40:00.635322-07 h text", 6, "2026-11-26T18:40:00.635322Z", "h", null, null)]
    [InlineData("<190>2026-11-26T11:40:00.5Z+0000 h text", 6, "2026-11-26T11:40:00.5Z", "h", null, null)]
    [InlineData("<134>Feb 29 14:07:19 h app: x", 6, "2024-02-29T14:07:19Z", "h", "app", null)]
    [InlineData("<34>Oct 11 22:14:15 : a message", 2, "2026-10-11T22:14:15Z", null, null, null)]
    [InlineData("<187>: 2026 May  2 12:55:19 UTC: last message repeated 1 times", 3, "2026-05-02T12:55:19Z", null, null, null)]
    [InlineData("<187>sw1: 2026 May  2 12:55:19 UTC: last message repeated 1 times", 3, "2026-05-02T12:55:19Z", "sw1", null, null)]
    [InlineData("<187>May 3 13:20:50 10.0.0.34 603: May 3 13:20:48.7 AEST: last message repeated 5 time",
        3, "2026-05-03T03:20:48.7Z", "10.0.0.34", null, null)]
    [InlineData("<190>31: Jul 13 08:23:43 192.0.2.2 sw1: 32: Jul 14 2026 08:23:43.3 UTC: %A-6-B: x",
        6, "2026-07-14T08:23:43.3Z", "sw1", "%A-6-B", null)]
    [InlineData("<190>31: 192.0.2.2 32: Jul 14 2026 08:23:43 UTC: %A-6-B: x", 6, "2026-07-14T08:23:43Z", "192.0.2.2", "%A-6-B", null)]
    [InlineData("<190>31: 2001:db8::: 32: Jul 14 2026 08:23:43 UTC: %A-6-B: x", 6, "2026-07-14T08:23:43Z", "2001:db8::", "%A-6-B", null)]
    [InlineData("<190>31: 3router 32: Jul 14 2026 08:23:43 UTC: %A-6-B: x", 6, "2026-07-14T08:23:43Z", "3router", "%A-6-B", null)]
    [InlineData("<189>38: h1: May 6 16:13:09.1 UTC+07:30: %A-5-B: x", 5, "2026-05-06T08:43:09.1Z", "h1", "%A-5-B", null)]
    [InlineData("<190>33: 35: Aug 12 2026 12:14:24 mdt: %A-6-B: x", 6, "2026-08-12T18:14:24Z", null, "%A-6-B", null)]
    [InlineData("<190>Oct 7 07:19:44 r1 RP/0/RP0/CPU0:Oct 7 07:19:43.6 UTC: acl[310]: %A-6-B : x",
        6, "2026-10-07T07:19:43.6Z", "r1", "acl", "310")]
    [InlineData("<149>26: r1 RP/0/RSP1/CPU0:Nov 26 11:40:00.941 UTC: bgp[1051]: %ROUTING-BGP-5-MAXPFX : x",
        5, "2026-11-26T11:40:00.941Z", "r1", "bgp", "1051")]
    [InlineData("<29>2026-7-23 01:00:34.270.1 sw1 %%01IFNET/4/IF_STATE(l)[4997]:Interface x",
        5, "2026-07-23T01:00:34.27Z", "sw1", "IFNET", null)]
    [InlineData("<134>wlc1: *SISF BT Process: Aug 20 11:25:50.157: %SISF-6-X: x", 6, "2026-08-20T11:25:50.157Z", "wlc1", "%SISF-6-X", null)]
    [InlineData("<165>Feb  7 22:22:35 sw1 Bgp: %BGP-5-ADJCHANGE: x", 5, "2026-02-07T22:22:35Z", "sw1", "Bgp", null)]
    [InlineData("<165>Feb  7 22:22:35 10.0.0.1 sw1: %BGP-5-ADJCHANGE: x", 5, "2026-02-07T22:22:35Z", "10.0.0.1", "%BGP-5-ADJCHANGE", null)]
    [InlineData("<14>Nov 26 11:40:00 fw1 CEF: 0|V|P|1|1|n|5|dvchost=x", 6, "2026-11-26T11:40:00Z", "fw1", "P", null)]
    [InlineData("<14>1 2026-11-26T11:40:01+00:00 relay 1 2026-11-26T11:40:00.5Z fw1 RT_FLOW - ID [a@1 b=\"c\"]",
        6, "2026-11-26T11:40:00.5Z", "fw1", "RT_FLOW", null)]
    [InlineData("Nov 26 11:40:00 web1 syslogd 1.4.1#18: restart.", null, "2026-11-26T11:40:00Z", "web1", "syslogd", null)]
    [InlineData("<6>2026-11-26T11:40:00.5+00:00 127.0.0.1:37904 [28/Nov/2026:00:55:40.571] f b/s",
        6, "2026-11-26T11:40:00.5Z", null, null, null)]
    [InlineData("Nov 26 11:40:00 upgraded to version 1.4", null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("logger=settings t=2026-11-26T11:40:00.5Z level=info msg=x", 6, "2026-11-26T11:40:00.5Z", null, "settings", null)]
    [InlineData("level=info msg=done time=0.35", 6, null, null, null, null)]
    [InlineData("""{"name":"shop","hostname":"h","pid":7,"level":30,"msg":"x","time":"2026-11-26T11:40:00Z","v":0}""",
        6, "2026-11-26T11:40:00Z", "h", "shop", "7")]
    [InlineData("<187>Jun 14 11:34:35 r1 AEST: %SFF-3-X: x", 3, "2026-06-14T11:34:35Z", "r1", "%SFF-3-X", null)]
    [InlineData("Jan 23 03:25:30 h CiscoASA[9]: %ASA-4-106023: x", 4, "2026-01-23T03:25:30Z", "h", "CiscoASA", "9")]
    [InlineData("012345: Nov 23 03:25:30.9 CET: %A-5-B: x", 5, "2026-11-23T02:25:30.9Z", null, "%A-5-B", null)]
    [InlineData("sw1: Mar 6 2026 08:04:45 CET: %A-5-B: x", 5, "2026-03-06T07:04:45Z", "sw1", "%A-5-B", null)]
    [InlineData("%SNMP-W-AUTHFAIL: x", 4, null, null, "%SNMP-W-AUTHFAIL", null)]
    [InlineData("<142>May 10 15:19:05 fb1 D0F6 (2026-05-10T09:49:05) firewall[10]: x", 6, "2026-05-10T15:19:05Z", "fb1", "firewall", "10")]
    [InlineData("<131>Jun 8 11:54:08 web1 apache_error [core:emerg] x", 3, "2026-06-08T11:54:08Z", "web1", "apache_error", null)]
    [InlineData("<134>Oct 30 16:05:54 h  {\"user\": \"admin\"}", 6, "2026-10-30T16:05:54Z", "h", null, null)]
    [InlineData("<30>web1.example.org app[7]: x", 6, null, "web1.example.org", "app", "7")]
    [InlineData("<30>sw-desk 0a1b2c3d4e5f,USW_FLEX_2-1.8.6.7: NETDEV: x", 6, null, "sw-desk", "NETDEV", null)]
    [InlineData("<30>Nov  6 11:40:00 ap1 0a1b2c3d4e5f,U6-LR-6.5.28+1: hostapd[7]: x", 6, "2026-11-06T11:40:00Z", "ap1", "hostapd", "7")]
    [InlineData("<134>Original Address=192.0.2.7 1 1795741800.5 MX84 flows src=192.0.2.8",
        6, "2026-11-27T01:10:00.5Z", "MX84", "flows", null)]
    [InlineData("<134>Original Address=192.0.2.7 Nov 26 11:40:00 fw1 app[7]: x", 6, "2026-11-26T11:40:00Z", "fw1", "app", "7")]
    [InlineData("<38>Nov 26 11:40:05 192.0.2.7 <19>Nov 26 11:40:00 sendmail[7]: x",
        3, "2026-11-26T11:40:00Z", "192.0.2.7", "sendmail", "7")]
    [InlineData("118 <165>1 2026-11-26T11:40:00Z h app web.1 - x", 5, "2026-11-26T11:40:00Z", "h", "app", "web.1")]
    [InlineData("118 <b>text</b>", null, null, null, null, null)]
    [InlineData("<38>1 2026-11-26T11:40:00Z h  sshguard 7 - - x", 6, "2026-11-26T11:40:00Z", "h", "sshguard", "7")]
    [InlineData("2026-11-26T11:40:00Z h app DEA ID [a@1 b=\"c\"] x", null, "2026-11-26T11:40:00Z", "h", "app", "DEA")]
    [InlineData("2026:11:26-11:40:00 utm httpproxy[7]: id=\"1\" severity=\"info\"", null, "2026-11-26T11:40:00Z", "utm", "httpproxy", "7")]
    [InlineData("Nov 26 11:40:00 fb1 (2026-11-26T11:40:00) firewall: x", null, "2026-11-26T11:40:00Z", "fb1", "firewall", null)]
    [InlineData("Nov 26 11:40:00.7 CET: *%LWAPP-3-X: 1 wcm: x", 3, "2026-11-26T10:40:00.7Z", null, "%LWAPP-3-X", null)]
    [InlineData("Nov 26 11:40:00 mac1 Installer Progress[68]: x", null, "2026-11-26T11:40:00Z", "mac1", "Installer Progress", "68")]
    [InlineData("<14>Nov 26 11:40:00 h gsad main[7]: x", 6, "2026-11-26T11:40:00Z", "h", "gsad main", "7")]
    [InlineData("<14>Nov 26 11:40:00 h drop of line[x]: y", 6, "2026-11-26T11:40:00Z", "h", null, null)]
    [InlineData("Nov 26 11:40:00 mac1 kernel[0] <Debug>: x", 7, "2026-11-26T11:40:00Z", "mac1", "kernel", "0")]
    [InlineData("2026-11-26 11:40:00.5 <Notice>: swap enabled", 5, "2026-11-26T11:40:00.5Z", null, null, null)]
    [InlineData("2026-11-26T11:40:00-0800 Error: near line 4: x", 3, "2026-11-26T19:40:00Z", null, null, null)]
    [InlineData("2026-11-26T11:40:00Z nas1 SYSTEM:\tx", null, "2026-11-26T11:40:00Z", "nas1", "SYSTEM", null)]
    [InlineData("2026-11-26T11:40:00Z nas1 : ERROR: x", null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("Nov 26 11:40:00 bsd1 last message repeated 2 times", null, "2026-11-26T11:40:00Z", "bsd1", null, null)]
    [InlineData("<14>2026-11-26 11:40:00,933, h, org.example.App, INFO, x", 6, "2026-11-26T11:40:00.933Z", null, null, null)]
    [InlineData("date=2026-11-26 time=11:40:00 log_id=1 device_id=FV1 timezone=\"(GMT-8:00)Pacific\" pri=alert",
        1, "2026-11-26T19:40:00Z", "FV1", null, null)]
    [InlineData("1795741800.5 MX84 events dhcp lease", null, "2026-11-27T01:10:00.5Z", "MX84", "events", null)]
    [InlineData("1795741800.525   1231 192.0.2.1 TCP_DENIED/400 1536 GET x", null, "2026-11-27T01:10:00.525Z", null, null, null)]
    [InlineData("Jan  3 13:45:36 192.0.2.5 id=firewall pri=6 x=y", 6, "2026-01-03T13:45:36Z", "192.0.2.5", null, null)]
    [InlineData("2026/07/04:09:03:46  ns1 0-PPE-2 : default TCP x", null, "2026-07-04T09:03:46Z", "ns1", "0-PPE-2", null)]
    [InlineData("26-Nov-2026 11:40:00.5 client 192.0.2.1#5: query: x", null, "2026-11-26T11:40:00.5Z", null, null, null)]
    [InlineData("26-Nov-2026 11:40:00.5 INFO [main] org.example.App x", 6, "2026-11-26T11:40:00.5Z", null, null, null)]
    [InlineData("2026-11-26T11:40:00.181+0000: 23134193.224: [GC", null, "2026-11-26T11:40:00.181Z", null, null, null)]
    [InlineData("2026/11/26 11:40:00 [error] 80#81: *3 connect() failed", 3, "2026-11-26T11:40:00Z", null, null, "80")]
    [InlineData("[Thu Nov 26 11:40:00.056862 2026] [core:warn] [pid 35:tid 43] x", 4, "2026-11-26T11:40:00.056862Z", null, null, "35")]
    [InlineData("[2026-11-26 13:40:00 +0200] [7] [INFO] Booting worker", 6, "2026-11-26T11:40:00Z", null, null, "7")]
    [InlineData("[2026-11-26 13:40:00 +0200] warn [cpsrvd] x", 4, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("[2026-11-26 11:40:00,123: ERROR/MainProcess] x", 3, "2026-11-26T11:40:00.123Z", null, null, null)]
    [InlineData("2026-11-26 11:40:00.306 +0200 60198 INFO null: x", 6, "2026-11-26T09:40:00.306Z", null, null, null)]
    [InlineData("[7] text", null, null, null, null, null)]
    [InlineData("192.0.2.1 - - [26/Nov/2026:13:40:00 +0200] \"GET / HTTP/1.1\" 200 2", null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("192.0.2.1 - u [26/Nov/2026:13:40:00.875 +0200] \"GET / HTTP/1.1\" 200",
        null, "2026-11-26T11:40:00.875Z", null, null, null)]
    [InlineData("\uFEFF@cee: {\"severity\":\"WARNING\",\"host\":\"h\"}", 4, null, "h", null, null)]
    [InlineData("date=2026-11-26,time=11:40:00,logid=1,level=alert,service=icmp", 1, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("id=firewall time=2026-11-26 11:40:00 fw=fw1 tz=+0100 pri=5", 5, "2026-11-26T10:40:00Z", "fw1", null, null)]
    [InlineData("time=11:40:00 devname=\"fg1\" devid=\"F\" eventtime=1795741800000000000 x=",
        null, "2026-11-27T01:10:00Z", "fg1", null, null)]
    [InlineData("node='m1',active='true',priority='low'", 6, null, "m1", null, null)]
    [InlineData("CEF:0|V|P|1|1|n|5|vendorXeventtime=1795741800000000000 a=b", 4, "2026-11-27T01:10:00Z", null, "P", null)]
    [InlineData("""{"CreationTime":"2026-11-26T11:40:00","Severity":"High","DeviceName":"pc1"}""",
        3, "2026-11-26T11:40:00Z", "pc1", null, null)]
    [InlineData("""{"@timestamp":"2026-11-26T11:40:00Z","message":"<11>Nov 26 11:39:00 m su[3]: y","host":{"name":"h"}}""",
        3, "2026-11-26T11:40:00Z", "h", "su", "3")]
    [InlineData("""{"version":"1.0","host":"h","short_message":"x","level":3,"facility":"shop.cart"}""", 3, null, "h", "shop.cart", null)]
    [InlineData("""{"@timestamp":"2026-11-26T11:40:00Z","host":"h","severity":"err","syslog-tag":"app[12]:","message":" x"}""",
        3, "2026-11-26T11:40:00Z", "h", "app", "12")]
    [InlineData("""{"timestamp":"2026-11-26T11:40:00Z","hostname":"h","tag":"sshd:","message":"x"}""",
        null, "2026-11-26T11:40:00Z", "h", "sshd", null)]
    [InlineData("""{"time":"2026-11-26T11:40:00Z","syslogtag":"app","msg":"x"}""", null, "2026-11-26T11:40:00Z", null, "app", null)]
    [InlineData("""{"time":"2026-11-26T11:40:00Z","tag":"v1.2.3","msg":"x"}""", null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("""{"streams":[{"labels":"{app=\"a\",host=\"h\"}","entries":[{"ts":"2026-11-26T11:40:00Z","line":"x"}]}]}""",
        null, "2026-11-26T11:40:00Z", "h", "a", null)]
    [InlineData("<14>Nov 26 11:40:00 pc1 MSWinEventLog#0111#011Security#0117#011Thu Nov 26 11:40:00 2026#0114634#011x",
        6, "2026-11-26T11:40:00Z", "pc1", "MSWinEventLog", null)]
    [InlineData("Nov 26 11:40:00 192.0.2.1 pc1.example    MSWinEventLog   1       Security        7",
        null, "2026-11-26T11:40:00Z", "pc1.example", "MSWinEventLog", null)]
    [InlineData("<13>1 2026-11-26T11:40:00Z pc1 - - - - MSWinEventLog\t1\tSecurity\t7",
        5, "2026-11-26T11:40:00Z", "pc1", "MSWinEventLog", null)]
    [InlineData("<5>Nov 26 11:40:00 [node-1:raid.disk.online:notice]: owner=\"\"",
        5, "2026-11-26T11:40:00Z", "node-1", "raid.disk.online", null)]
    [InlineData("<14>Nov 26 11:40:00 node-1: node-1: 0000.00c8 11e5 Thu Nov 26 2026 11:39:58 +00:00 [kern_audit:info:7] x",
        6, "2026-11-26T11:40:00Z", "node-1", null, null)]
    [InlineData("Nov 26 11:40:00 db1 mssqlserver[error] 17055  x", 3, "2026-11-26T11:40:00Z", "db1", "mssqlserver", null)]
    [InlineData("Nov 26 11:40:00 db1 security[success] 538 x", null, "2026-11-26T11:40:00Z", "db1", "security", null)]
    [InlineData("Nov 26 11:40:00 fw1 [LOG_CRIT] reboot: x", 2, "2026-11-26T11:40:00Z", "fw1", "reboot", null)]
    [InlineData("Nov 26 11:40:00 NOTICE[23701] chan_sip.c: x", 5, "2026-11-26T11:40:00Z", null, "chan_sip.c", null)]
    [InlineData("[Nov 26 11:40:00] WARNING[7][C-01] chan_sip.c: x", 4, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("2026/11/26 11:40:00| Processing file: x", null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("2026-11-26T11:40:00Z sw1 lldpd[7]: Event|104|LOG_WARN|AMM|1/1|x", 4, "2026-11-26T11:40:00Z", "sw1", "lldpd", "7")]
    [InlineData("<135>2026-11-26 11:40:00,445 192.0.2.1 CPPM_System_Event 6 1 0 a=b",
        7, "2026-11-26T11:40:00.445Z", "192.0.2.1", "CPPM_System_Event", null)]
    public void Of_ALineAsDevicesAndServersWriteIt_HasItsFields(
        string line, int? severity, string? time, string? host, string? app, string? process)
    {
        var record = new Journal.Log.Frames.LogRecord(
            0, Clock.Microseconds(Received), new(SourceKind.Tcp, "a"), RecordMarks.None, Encoding.UTF8.GetBytes(line));

        var fields = SyslogFields.Of(record);

        (fields.Severity, fields.Host, fields.App, fields.Process).ShouldBe((severity, host, app, process));
        fields.Time.ShouldBe(time is null ? null : DateTimeOffset.Parse(time, CultureInfo.InvariantCulture));
    }
}
