/** Files that want more than to be drawn. Nothing of them may run, ask a stranger or stand in a map. */

/** A billion of signs out of a few lines, and a file of this machine. */
export const entities = `<?xml version="1.0"?>
<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg"><text>&b;&c;</text></svg>`

export const html = `<!doctype html><html><body onload="alert(1)"><svg><rect width="5" height="5"/></svg></body></html>`

const svgPicture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>',
).toString('base64')

/** What else is known to harm. Eight parts of it cannot be told from harm and are left out; the rest is drawn. */
export const hostile = `<?xml version="1.0"?>
<?xml-stylesheet href="https://evil.example/a.css"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://evil.example/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(3)" width="10" height="10">
  <script>alert(4)</script>
  <script xlink:href="https://evil.example/b.js"/>
  <style>@import url(https://evil.example/c.css); rect { fill: url(https://evil.example/d.svg#e) }</style>
  <foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml">
    <img src="https://evil.example/f.png" onerror="alert(5)"/><iframe src="javascript:alert(6)"/></body></foreignObject>
  <a xlink:href="javascript:alert(7)" href="javascript:alert(8)">
    <rect x="1" y="2" width="3" height="4" onclick="alert(9)" style="fill: url(javascript:alert(10)); behavior: url(#x)">
      <animate attributeName="href" values="javascript:alert(11)" begin="0s"/><set attributeName="onmouseover" to="alert(12)"/>
    </rect>
  </a>
  <image href="https://evil.example/g.png" width="9" height="9"/>
  <image xlink:href="data:image/svg+xml;base64,${svgPicture}" width="9" height="9"/>
  <image href="data:text/html,&lt;script>alert(13)&lt;/script>" width="9" height="9"/>
  <image href="data:image/png;base64,${svgPicture}" width="9" height="9"/>
  <use href="https://evil.example/h.svg#i" xlink:href="https://evil.example/j.svg#k"/>
  <text x="5" y="20" font-size="10" fill="red" onmouseover="alert(14)">&lt;script>alert(15)&lt;/script></text>
  <g data-stowage='{"type":"image","x":1,"y":1,"width":9,"height":9,"xlinkHref":"javascript:alert(16)"}'><image href="https://evil.example/l.png"/></g>
  <g data-stowage='{"type":"rectangle","x":1,"y":1,"width":9,"height":9,"fill":"url(https://evil.example/m)"}'/>
  <g data-stowage='{"type":"rectangle","x":5,"y":6,"width":7,"height":8,"onclick":"alert(17)","style":"x","__proto__":{"text":"polluted"},"dangerouslySetInnerHTML":{"__html":"&lt;img src=x onerror=alert(18)>"},"boxId":"01M80E8W906Y1KC8VW2T12D6DY"}'/>
  <g data-stowage='no data'><circle cx="50" cy="50" r="10" fill="#00ff00"/></g>
</svg>`

/** What a map has of it then. */
export const harmless = [
  { type: 'rectangle', x: 1, y: 2, width: 3, height: 4, radius: 0, fill: '#cccccc' },
  { type: 'text', x: 5, y: 11.5, text: '<script>alert(15)</script>', fontSize: 10, textColor: 'red' },
  { type: 'rectangle', x: 5, y: 6, width: 7, height: 8 },
  { type: 'circle', x: 40, y: 40, width: 20, height: 20, fill: '#00ff00' },
]
export const leftOut = 8
